// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// What the chain knows of the chain below it. The deposit at the head of each block writes it; everybody reads it.
///
/// The slots are those of the public contract, because nodes and clients read some of them without a call: see each one.
contract L1Block {
    /// The low 8 bytes of slot 0: number of the block below.
    uint64 public number;
    /// The next 8 bytes of slot 0: its time in seconds since 1970.
    uint64 public timestamp;
    /// Slot 1: its base fee in wei per gas.
    uint256 public basefee;
    /// Slot 2.
    bytes32 public hash;
    /// The low 8 bytes of slot 3: how many blocks of this chain came before on the same block below.
    uint64 public sequenceNumber;
    /// The next 4 bytes of slot 3: weight of the blob base fee in the L1 fee, in millionths.
    uint32 public blobBaseFeeScalar;
    /// The next 4 bytes of slot 3: weight of the base fee in the L1 fee, in millionths.
    uint32 public baseFeeScalar;
    /// Slot 4: who may post this chain's data, an address with leading zeroes.
    bytes32 public batcherHash;
    /// Slot 5: of the first formula of the L1 fee, no longer written.
    uint256 public l1FeeOverhead;
    /// Slot 6: likewise.
    uint256 public l1FeeScalar;
    /// Slot 7: price of blob gas below, in wei.
    uint256 public blobBaseFee;
    /// The low 8 bytes of slot 8, in wei.
    uint64 public operatorFeeConstant;
    /// The next 4 bytes of slot 8: weight of a transaction's gas in the operator fee.
    uint32 public operatorFeeScalar;
    /// The next 2 bytes of slot 8: gas that a byte of estimated size stands for.
    uint16 public daFootprintGasScalar;

    error NotDepositor();

    /// What the deposit calls. Its arguments follow the selector packed, without padding, in 174 bytes: 4 baseFeeScalar,
    /// 4 blobBaseFeeScalar, 8 sequenceNumber, 8 timestamp, 8 number, 32 basefee, 32 blobBaseFee, 32 hash, 32 batcherHash,
    /// 4 operatorFeeScalar, 8 operatorFeeConstant, 2 daFootprintGasScalar.
    function setL1BlockValuesJovian() external {
        if (msg.sender != DEPOSITOR_ACCOUNT()) revert NotDepositor();
        assembly ("memory-safe") {
            // Neighbours in the call are neighbours in their slot, so a slot is one load and one shift.
            sstore(sequenceNumber.slot, shr(128, calldataload(4)))
            sstore(number.slot, shr(128, calldataload(20)))
            sstore(basefee.slot, calldataload(36))
            sstore(blobBaseFee.slot, calldataload(68))
            sstore(hash.slot, calldataload(100))
            sstore(batcherHash.slot, calldataload(132))
            // Except for the last one, which the call has behind the two that are below it.
            let footprint := shr(240, calldataload(176))
            sstore(operatorFeeConstant.slot, or(shl(96, footprint), shr(160, calldataload(164))))
        }
    }

    /// Nobody has its key: only the chain itself sends from it.
    function DEPOSITOR_ACCOUNT() public pure returns (address) {
        return 0xDeaDDEaDDeAdDeAdDEAdDEaddeAddEAdDEAd0001;
    }

    /// Gas is paid in ether, which stands as this address where tokens are listed.
    function gasPayingToken() external pure returns (address token, uint8 decimals) {
        return (0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE, 18);
    }

    function gasPayingTokenName() external pure returns (string memory) {
        return "Ether";
    }

    function gasPayingTokenSymbol() external pure returns (string memory) {
        return "ETH";
    }

    function isCustomGasToken() external pure returns (bool) {
        return false;
    }

    /// Of the public contract that has this interface.
    function version() external pure returns (string memory) {
        return "1.8.0";
    }
}
