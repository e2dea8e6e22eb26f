/** The MinHash signature of a text, by which similar texts are found. */
export interface MinHashSignature {
  /** Hashes of its shingles, all sequences of four words: distinct, in ascending order. */
  readonly shingles: Uint32Array;
  /** The minimum of its shingles under each of several hash functions. */
  readonly minima: Uint32Array;
  /** Hashes of pairs of minima, for locality-sensitive hashing. Texts with 90 % similarity almost always share one. */
  readonly bands: readonly number[];
}

const bandCount = 6;

/** Odd factors, one for each hash function. */
const factors = Uint32Array.from({ length: 2 * bandCount }, (_, index) => Math.imul(index + 1, 0x9e3779b1) | 1);

/** Computes the signature of a text with single spaces between words. Undefined if it has fewer than four words. */
export function computeSignature(text: string): MinHashSignature | undefined {
  const shingles = shinglesOf(text);
  if (shingles.length === 0) return undefined;
  const minima = new Uint32Array(factors.length).fill(0xffffffff);
  for (const shingle of shingles) {
    const folded = shingle ^ (shingle >>> 15);
    for (let at = 0; at < factors.length; at += 1) {
      const mixed = Math.imul(folded, factors[at] as number) >>> 0;
      if (mixed < (minima[at] as number)) minima[at] = mixed;
    }
  }
  const bands = Array.from({ length: bandCount }, (_, at) => {
    const [first = 0, second = 0] = minima.subarray(2 * at, 2 * at + 2);
    return (Math.imul(first ^ at, 0x85ebca6b) ^ second) >>> 0;
  });
  return { shingles, minima, bands };
}

/** Whether two texts can have a similarity of 90%: such texts rarely share fewer than eight of the twelve minima. */
export function canBeSimilar({ minima: left }: MinHashSignature, { minima: right }: MinHashSignature): boolean {
  let shared = 0;
  for (const [at, least] of left.entries()) if (least === right[at]) shared += 1;
  return shared >= 8;
}

/** The Jaccard similarity of two texts: the share of their shingles that both have. */
export function similarity({ shingles: left }: MinHashSignature, { shingles: right }: MinHashSignature): number {
  let shared = 0;
  for (let at = 0, other = 0; at < left.length && other < right.length;) {
    const difference = (left[at] as number) - (right[other] as number);
    if (difference === 0) shared += 1;
    if (difference <= 0) at += 1;
    if (difference >= 0) other += 1;
  }
  return shared / (left.length + right.length - shared);
}

/** A hash of a text, of 32 bits (FNV-1a). Different texts can have the same hash. */
export function hashOf(key: string): number {
  let hash = offsetBasis;
  for (let at = 0; at < key.length; at += 1) hash = Math.imul(hash ^ key.charCodeAt(at), prime);
  return hash >>> 0;
}

/** A reused buffer for the shingles of a text. */
let buffer = new Uint32Array(1024);

/** The distinct hashes of all sequences of four words (FNV-1a of the hashes of the words), in ascending order. */
function shinglesOf(text: string): Uint32Array {
  if (buffer.length < text.length) buffer = new Uint32Array(2 * text.length);
  let count = 0;
  let words = 0;
  let [first, second, third, word] = [0, 0, 0, offsetBasis];
  for (let index = 0; index <= text.length; index += 1) {
    const unit = index < text.length ? text.charCodeAt(index) : space;
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
  const all = buffer.subarray(0, count).toSorted();
  let distinct = 0;
  for (let at = 0; at < count; at += 1) {
    const shingle = all[at] as number;
    if (at > 0 && shingle === all[distinct - 1]) continue;
    all[distinct] = shingle;
    distinct += 1;
  }
  return all.slice(0, distinct);
}

const shingleLength = 4;
const space = 0x20;
const offsetBasis = 0x811c9dc5;
const prime = 0x01000193;
