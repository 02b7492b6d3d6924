// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// Where one kind of fee gathers, until anybody has it sent on. All the vaults are the same; only what they get differs.
contract FeeVault {
    /// Slot 0: what was sent on until now, in wei.
    uint256 public totalProcessed;

    /// Where fees go: to an account of the chain below, or of this one.
    enum WithdrawalNetwork {
        L1,
        L2
    }

    /// INVENTED by Pretick: the last 20 bytes of keccak256("pretick fee recipient").
    address public constant RECIPIENT = 0xEaC854890Dd6CD9666B82B88a4401D5FEb88543D;
    uint256 public constant MIN_WITHDRAWAL_AMOUNT = 2 ether;
    WithdrawalNetwork public constant WITHDRAWAL_NETWORK = WithdrawalNetwork.L2;

    event Withdrawal(uint256 value, address to, address from);
    event Withdrawal(uint256 value, address to, address from, WithdrawalNetwork withdrawalNetwork);

    receive() external payable {}

    /// Sends all there is to the recipient and tells how much that was.
    function withdraw() external returns (uint256 value) {
        value = address(this).balance;
        require(
            value >= MIN_WITHDRAWAL_AMOUNT,
            "FeeVault: withdrawal amount must be greater than minimum withdrawal amount"
        );
        totalProcessed += value;
        emit Withdrawal(value, RECIPIENT, msg.sender);
        emit Withdrawal(value, RECIPIENT, msg.sender, WITHDRAWAL_NETWORK);
        (bool succeeded,) = RECIPIENT.call{value: value}("");
        require(succeeded, "FeeVault: failed to send ETH to L2 fee recipient");
    }

    function recipient() external pure returns (address) {
        return RECIPIENT;
    }

    function minWithdrawalAmount() external pure returns (uint256) {
        return MIN_WITHDRAWAL_AMOUNT;
    }

    function withdrawalNetwork() external pure returns (WithdrawalNetwork) {
        return WITHDRAWAL_NETWORK;
    }

    /// Of the public contracts that have this interface.
    function version() external pure returns (string memory) {
        return "1.6.0";
    }
}
