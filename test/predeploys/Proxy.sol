// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// What stands at a predeploy's own address: its storage is here, its code elsewhere (EIP-1967). Its admin alone, and calls from the
/// zero address, which are not transactions, meet the functions below; for everybody else they are the implementation's.
contract Proxy {
    /// keccak256("eip1967.proxy.implementation") - 1
    bytes32 private constant implementationSlot = 0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc;

    /// keccak256("eip1967.proxy.admin") - 1
    bytes32 private constant adminSlot = 0xb53127684a568b3173ae13b9f8a6016e243e63b6e8ee1178d6a717850b5d6103;

    event Upgraded(address indexed implementation);
    event AdminChanged(address previousAdmin, address newAdmin);

    modifier forAdmin() {
        if (msg.sender != read(adminSlot) && msg.sender != address(0)) delegate();
        _;
    }

    receive() external payable {
        delegate();
    }

    fallback() external payable {
        delegate();
    }

    function admin() external payable forAdmin returns (address) {
        return read(adminSlot);
    }

    function implementation() external payable forAdmin returns (address) {
        return read(implementationSlot);
    }

    function changeAdmin(address newAdmin) external payable forAdmin {
        emit AdminChanged(read(adminSlot), newAdmin);
        write(adminSlot, newAdmin);
    }

    function upgradeTo(address newImplementation) external payable forAdmin {
        upgrade(newImplementation);
    }

    /// Calls what it then stands for, with the ether of this call.
    function upgradeToAndCall(address newImplementation, bytes calldata data)
        external
        payable
        forAdmin
        returns (bytes memory)
    {
        upgrade(newImplementation);
        (bool succeeded, bytes memory result) = newImplementation.delegatecall(data);
        require(succeeded, "Proxy: delegatecall to new implementation contract failed");
        return result;
    }

    function upgrade(address newImplementation) private {
        write(implementationSlot, newImplementation);
        emit Upgraded(newImplementation);
    }

    function read(bytes32 slot) private view returns (address value) {
        assembly ("memory-safe") {
            value := sload(slot)
        }
    }

    function write(bytes32 slot, address value) private {
        assembly ("memory-safe") {
            sstore(slot, value)
        }
    }

    /// Runs the implementation on this storage and ends the call as it ends.
    function delegate() private {
        address target = read(implementationSlot);
        require(target != address(0), "Proxy: implementation not initialized");
        assembly {
            calldatacopy(0, 0, calldatasize())
            let succeeded := delegatecall(gas(), target, 0, calldatasize(), 0, 0)
            returndatacopy(0, 0, returndatasize())
            if succeeded { return(0, returndatasize()) }
            revert(0, returndatasize())
        }
    }
}
