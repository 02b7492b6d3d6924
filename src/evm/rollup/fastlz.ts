/**
 * How long FastLZ (level 1) would make some bytes, without making them. The L1 fee is measured by it, so it has to agree with the
 * public chain's contract and nodes to the byte.
 */

/** Greatest distance of a match. */
const reach = 0x1fff;

/** Most bytes that one instruction repeats, beyond the first. */
const longestMatch = 262;

/** Most bytes that one instruction copies as they are. */
const longestRun = 32;

/** No match begins in so many bytes at the end, and none reaches into so many. */
const plainEnd = 14;
const unmatchedEnd = 4;

/**
 * Where each hash of three bytes was seen last, counted on from input to input: what lies before `begin` is of earlier ones. To
 * clear it each time would take longer than a usual transaction does.
 */
const seen = new Int32Array(reach + 1);
let begin = 1;

/** How far `seen` can count. */
const lastPosition = 0x7fff_ffff;

/** Length of the compressed form in bytes. */
export function fastLzLength(bytes: Uint8Array): number {
  const { length: size } = bytes;
  let length = 0;
  /** Bytes before it are accounted for. */
  let done = 0;
  if (begin + size > lastPosition) {
    seen.fill(0);
    begin = 1;
  }
  let position = 2;
  while (position < size - plainEnd) {
    const three = threeAt(bytes, position);
    const earlier = exchange(three, position);
    if (position - earlier > reach || threeAt(bytes, earlier) !== three) {
      position += 1;
      continue;
    }
    length += runLength(position - done);
    const repeated = matchingBytes(bytes, earlier + 3, position + 3, size - unmatchedEnd);
    length += matchLength(repeated);
    position += repeated;
    exchange(threeAt(bytes, position), position);
    exchange(threeAt(bytes, position + 1), position + 1);
    position += 2;
    done = position;
  }
  begin += size;
  return length + runLength(size - done);
}

/** A run is cut into pieces, each with a byte in front. */
function runLength(count: number): number {
  return count + Math.ceil(count / longestRun);
}

/** Two bytes for a short match, three for a longer one, and for each piece of a very long one. */
function matchLength(repeated: number): number {
  const rest = (repeated - 1) % longestMatch;
  return 3 * Math.floor((repeated - 1) / longestMatch) + (rest < 6 ? 2 : 3);
}

/** How many bytes are compared until two differ, those two included, or `end` is reached. */
function matchingBytes(bytes: Uint8Array, earlier: number, later: number, end: number): number {
  let count = 0;
  while (later + count < end) {
    count += 1;
    if (bytes[earlier + count - 1] !== bytes[later + count - 1]) break;
  }
  return count;
}

function threeAt(bytes: Uint8Array, position: number): number {
  return bytes[position]! | (bytes[position + 1]! << 8) | (bytes[position + 2]! << 16);
}

/** Notes a position under the hash of what stands there, and gives the one that was there before; at first that is 0. */
function exchange(three: number, position: number): number {
  const hash = (Math.imul(three, 0x9e3779b9) >>> 19) & reach;
  const earlier = seen[hash]! - begin;
  seen[hash] = begin + position;
  return earlier > 0 ? earlier : 0;
}
