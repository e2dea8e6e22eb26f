/** What is kept of a text to find others like it. */
export interface MinHashSignature {
  /** Its pieces of a few words, as numbers. */
  readonly shingles: Uint32Array;
  /** The least of its pieces in each of several orders. */
  readonly minima: Uint32Array;
  /**
   * The buckets that it belongs in. Two texts that are 90 % alike meet in one of them all but surely: each is made of two minima, which agree with a
   * chance of 0.9 each.
   */
  readonly bands: readonly number[];
}

const bandCount = 6;

/** Odd factors, one for each minimum: they put the pieces in as many different orders. */
const factors = Uint32Array.from({ length: 2 * bandCount }, (_, at) => Math.imul(at + 1, 0x9e3779b1) | 1);

/** The sketch of a text whose white space is single spaces; undefined where it is shorter than a piece. */
export function computeSignature(text: string): MinHashSignature | undefined {
  const pieces = shinglesOf(text);
  if (pieces.length === 0) return undefined;
  const minima = new Uint32Array(factors.length).fill(0xffffffff);
  for (const piece of pieces) {
    const folded = piece ^ (piece >>> 15);
    for (let at = 0; at < factors.length; at += 1) {
      const mixed = Math.imul(folded, factors[at] ?? 1) >>> 0;
      if (mixed < (minima[at] ?? 0)) minima[at] = mixed;
    }
  }
  const bands = Array.from({ length: bandCount }, (_, at) => {
    const [first = 0, second = 0] = minima.subarray(2 * at, 2 * at + 2);
    return (Math.imul(first ^ at, 0x85ebca6b) ^ second) >>> 0;
  });
  return { shingles: pieces, minima, bands };
}

/** Whether two texts can be 90 % alike: then they share about eleven of the twelve minima, and hardly ever fewer than eight. */
export function canBeSimilar({ minima: left }: MinHashSignature, { minima: right }: MinHashSignature): boolean {
  let shared = 0;
  for (const [at, least] of left.entries()) if (least === right[at]) shared += 1;
  return shared >= 8;
}

/** Which share of the pieces of two texts both have. */
export function similarity({ shingles: left }: MinHashSignature, { shingles: right }: MinHashSignature): number {
  const ours = new Set(left);
  const theirs = new Set(right);
  let shared = 0;
  for (const piece of ours) if (theirs.has(piece)) shared += 1;
  return shared / (ours.size + theirs.size - shared);
}

/** Room for the pieces of one text: no text is read while another one is. */
let buffer = new Uint32Array(1024);

/** Every four words in a row, as a number (FNV-1a of its words' numbers). */
function shinglesOf(text: string): Uint32Array {
  if (buffer.length < text.length) buffer = new Uint32Array(2 * text.length);
  let count = 0;
  let words = 0;
  let [first, second, third, word] = [0, 0, 0, offsetBasis];
  for (let at = 0; at <= text.length; at += 1) {
    const unit = at < text.length ? text.charCodeAt(at) : space;
    if (unit !== space) {
      word = Math.imul(word ^ unit, prime);
      continue;
    }
    words += 1;
    if (words >= shingleLength) {
      const before = Math.imul(Math.imul(Math.imul(offsetBasis ^ first, prime) ^ second, prime) ^ third, prime);
      buffer[count] = Math.imul(before ^ word, prime) >>> 0;
      count += 1;
    }
    first = second;
    second = third;
    third = word;
    word = offsetBasis;
  }
  return buffer.slice(0, count);
}

/** Words in a piece. */
const shingleLength = 4;
const space = 0x20;
const offsetBasis = 0x811c9dc5;
const prime = 0x01000193;
