// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// How long FastLZ (level 1) would make some bytes, without making them. The L1 fee depends on it, so it is exact to the byte.
library FastLz {
    /// Positions are at most this far apart in a match.
    uint256 private constant reach = 0x1fff;

    /// The longest match that one instruction says; a longer one takes more of them.
    uint256 private constant longestMatch = 262;

    /// The most literal bytes that one instruction copies.
    uint256 private constant longestRun = 32;

    function compressedLength(bytes memory data) internal pure returns (uint256 length) {
        unchecked {
            uint256 size = data.length;
            // Everything before here is said already.
            uint256 done = 0;
            if (size > 16) {
                bytes memory table = new bytes((reach + 1) * 4);
                uint256 position = 2;
                // FastLZ begins no match in the last 14 bytes and lets none reach into the last 4.
                while (position < size - 14) {
                    uint256 sequence = threeBytes(data, position);
                    uint256 earlier = exchange(table, sequence, position);
                    if (position - earlier > reach || threeBytes(data, earlier) != sequence) {
                        position++;
                        continue;
                    }
                    length += runLength(position - done);
                    uint256 more = compare(data, earlier + 3, position + 3, size - 4);
                    length += matchLength(more);
                    position += more;
                    exchange(table, threeBytes(data, position), position);
                    position++;
                    exchange(table, threeBytes(data, position), position);
                    position++;
                    done = position;
                }
            }
            length += runLength(size - done);
        }
    }

    /// Length of the instructions that copy as many literal bytes: one byte each, and the bytes.
    function runLength(uint256 count) private pure returns (uint256) {
        unchecked {
            return count + (count + longestRun - 1) / longestRun;
        }
    }

    /// Length of the instructions of a match that goes on as far beyond its first three bytes; at least 1, as `compare` has it.
    function matchLength(uint256 more) private pure returns (uint256) {
        unchecked {
            uint256 rest = (more - 1) % longestMatch;
            return ((more - 1) / longestMatch) * 3 + (rest < 6 ? 2 : 3);
        }
    }

    /// How many bytes from both positions are compared until two differ, those included, or the end comes.
    function compare(bytes memory data, uint256 earlier, uint256 later, uint256 end) private pure returns (uint256 count) {
        assembly ("memory-safe") {
            let first := add(add(data, 32), earlier)
            let second := add(add(data, 32), later)
            let most := sub(end, later)
            for {} lt(count, most) {} {
                let difference := xor(mload(add(first, count)), mload(add(second, count)))
                count := add(count, 1)
                if byte(0, difference) { break }
            }
        }
    }

    function threeBytes(bytes memory data, uint256 position) private pure returns (uint256 sequence) {
        assembly ("memory-safe") {
            let word := mload(add(add(data, 32), position))
            sequence := or(byte(0, word), or(shl(8, byte(1, word)), shl(16, byte(2, word))))
        }
    }

    /// Notes where a sequence was met last, in 4 bytes per hash, and tells where it, or another of its hash, was met before; 0 at first.
    function exchange(bytes memory table, uint256 sequence, uint256 position) private pure returns (uint256 earlier) {
        assembly ("memory-safe") {
            let hash := and(shr(19, mul(sequence, 2654435769)), reach)
            let entry := add(add(table, 4), mul(hash, 4))
            // The entry is the low end of this word, so that the word never leaves the table to the right.
            let word := mload(entry)
            earlier := and(word, 0xffffffff)
            mstore(entry, xor(word, xor(earlier, position)))
        }
    }
}
