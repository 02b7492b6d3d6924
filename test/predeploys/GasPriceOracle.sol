// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {FastLz} from "FastLz.sol";
import {L1Block} from "L1Block.sol";

/// What a transaction costs beside its gas, by the rules of the newest upgrade, from the values in L1Block.
contract GasPriceOracle {
    L1Block private constant l1Block = L1Block(0x4200000000000000000000000000000000000015);

    /// Of the weights in L1Block.
    uint256 public constant DECIMALS = 6;

    /// Each upgrade's formula replaced the one before; the chain begins after the last of them.
    bool public constant isEcotone = true;
    bool public constant isFjord = true;
    bool public constant isIsthmus = true;
    bool public constant isJovian = true;

    /// Bytes of a signature, which the bytes of an unsigned transaction lack. They do not compress.
    uint256 private constant signatureSize = 68;

    /// The line from the compressed size, in bytes, to the size in a batch, in millionths of a byte: where it begins, its slope and
    /// the least that it gives.
    int256 private constant sizeIntercept = -42_585_600;
    int256 private constant sizeSlope = 836_500;
    int256 private constant leastSize = 100_000_000;

    /// The L1 fee, in wei, of an unsigned transaction in its RLP form.
    function getL1Fee(bytes memory transaction) external view returns (uint256) {
        return feeOf(FastLz.compressedLength(transaction) + signatureSize);
    }

    /// The least L1 fee, in wei, that hardly any transaction of as many unsigned bytes exceeds: that of one that does not compress.
    function getL1FeeUpperBound(uint256 unsignedSize) external view returns (uint256) {
        uint256 size = unsignedSize + signatureSize;
        return feeOf(size + size / 255 + 16);
    }

    /// The gas that an unsigned transaction would take below as call data, at 16 per byte. The fee no longer comes from it.
    function getL1GasUsed(bytes memory transaction) external pure returns (uint256) {
        return (estimatedSize(FastLz.compressedLength(transaction) + signatureSize) * 16) / 10 ** DECIMALS;
    }

    /// The operator fee, in wei, of a transaction that uses as much gas.
    function getOperatorFee(uint256 gasUsed) external view returns (uint256) {
        return gasUsed * l1Block.operatorFeeScalar() * 100 + l1Block.operatorFeeConstant();
    }

    function gasPrice() external view returns (uint256) {
        return block.basefee;
    }

    function baseFee() external view returns (uint256) {
        return block.basefee;
    }

    function l1BaseFee() public view returns (uint256) {
        return l1Block.basefee();
    }

    function blobBaseFee() public view returns (uint256) {
        return l1Block.blobBaseFee();
    }

    function baseFeeScalar() public view returns (uint32) {
        return l1Block.baseFeeScalar();
    }

    function blobBaseFeeScalar() public view returns (uint32) {
        return l1Block.blobBaseFeeScalar();
    }

    function decimals() external pure returns (uint256) {
        return DECIMALS;
    }

    /// Of the first formula, and no more.
    function overhead() external pure returns (uint256) {
        revert("GasPriceOracle: overhead() is deprecated");
    }

    /// Of the first formula, and no more.
    function scalar() external pure returns (uint256) {
        revert("GasPriceOracle: scalar() is deprecated");
    }

    /// Of the public contract that has this interface.
    function version() external pure returns (string memory) {
        return "1.6.0";
    }

    function feeOf(uint256 compressedSize) private view returns (uint256) {
        uint256 pricePerByte =
            16 * uint256(baseFeeScalar()) * l1BaseFee() + uint256(blobBaseFeeScalar()) * blobBaseFee();
        return (estimatedSize(compressedSize) * pricePerByte) / 10 ** (2 * DECIMALS);
    }

    /// In millionths of a byte.
    function estimatedSize(uint256 compressedSize) private pure returns (uint256) {
        int256 size = sizeIntercept + sizeSlope * int256(compressedSize);
        return uint256(size < leastSize ? leastSize : size);
    }
}
