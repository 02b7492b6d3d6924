// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// Where a withdrawal to the chain below begins. Its storage is what the chain below sees of this chain, hence the slots.
contract L2ToL1MessagePasser {
    /// Slot 0: whether a message with this hash was sent.
    mapping(bytes32 => bool) public sentMessages;
    /// Slot 1: how many were.
    uint240 private count;

    /// The form of a message and of its hash.
    uint16 public constant MESSAGE_VERSION = 1;

    /// Gas that the transfer of ether sent here without a call gets below.
    uint256 private constant transferGas = 100_000;

    event MessagePassed(
        uint256 indexed nonce,
        address indexed sender,
        address indexed target,
        uint256 value,
        uint256 gasLimit,
        bytes data,
        bytes32 withdrawalHash
    );
    event WithdrawerBalanceBurnt(uint256 indexed amount);

    /// Ether sent here is withdrawn to its sender.
    receive() external payable {
        initiateWithdrawal(msg.sender, transferGas, "");
    }

    /// Sends a message, with the ether of this call, to an address of the chain below.
    function initiateWithdrawal(address target, uint256 gasLimit, bytes memory data) public payable {
        uint256 nonce = messageNonce();
        bytes32 withdrawalHash = keccak256(abi.encode(nonce, msg.sender, target, msg.value, gasLimit, data));
        sentMessages[withdrawalHash] = true;
        emit MessagePassed(nonce, msg.sender, target, msg.value, gasLimit, data, withdrawalHash);
        count++;
    }

    /// The next message's: its version in the upper 2 bytes, its place in the others.
    function messageNonce() public view returns (uint256) {
        return (uint256(MESSAGE_VERSION) << 240) | count;
    }

    /// What was withdrawn exists below, so it may end here; anybody may end it.
    function burn() external {
        uint256 amount = address(this).balance;
        new Fire{value: amount}();
        emit WithdrawerBalanceBurnt(amount);
    }

    /// Of the public contract that has this interface.
    function version() external pure returns (string memory) {
        return "1.2.0";
    }
}

/// Ends in the transaction that makes it, and its ether with it (EIP-6780).
contract Fire {
    constructor() payable {
        selfdestruct(payable(address(this)));
    }
}
