import type { WordData } from "../ports/searched-rules.ts";

/** A document that contains a term, and how often. */
export type Posting = readonly [document: number, frequency: number];

/** A term and the documents that contain it, in ascending order. */
export interface TermPostings {
  readonly term: string;
  readonly postings: readonly Posting[];
}

/** The documents that contain a term, in ascending order, and how often. */
export interface DecodedPostings {
  readonly documents: Uint32Array;
  readonly frequencies: Uint8Array;
}

/** Prints the words of documents as data. Takes each term once, in any order. */
export function encodeWords(ids: readonly string[], lengths: readonly number[], terms: Iterable<TermPostings>): WordData {
  const sorted = [...terms].toSorted((left, right) => (left.term < right.term ? -1 : 1));
  const bytes: number[] = [];
  const starts = new Uint32Array(sorted.length + 1);
  for (const [number, { postings }] of sorted.entries()) {
    let previous = 0;
    for (const [document, frequency] of postings) {
      for (let rest = document - previous; ; rest >>>= 7) {
        bytes.push(rest < 128 ? rest : (rest & 127) | 128);
        if (rest < 128) break;
      }
      bytes.push(frequency);
      previous = document;
    }
    starts[number + 1] = bytes.length;
  }
  const postings = Uint8Array.from(bytes);
  return { ids, lengths: Uint32Array.from(lengths), terms: sorted.map(({ term }) => term), starts, postings };
}

/** Decodes the postings of a term: the numbers of its documents, in ascending order, and its frequency in each. */
export function decodePostings({ starts, postings }: WordData, term: number): DecodedPostings {
  const [start = 0, end = 0] = starts.subarray(term, term + 2);
  // Each posting has at least two bytes.
  const documents = new Uint32Array((end - start) >>> 1);
  const frequencies = new Uint8Array(documents.length);
  let count = 0;
  let document = 0;
  for (let at = start; at < end; at += 1) {
    let shift = 0;
    for (let isLast = false; !isLast; at += 1) {
      const byte = postings[at] as number;
      document += (byte & 127) << shift;
      shift += 7;
      isLast = byte < 128;
    }
    documents[count] = document;
    frequencies[count] = postings[at] as number;
    count += 1;
  }
  return { documents: documents.subarray(0, count), frequencies: frequencies.subarray(0, count) };
}

/** Returns the number of a term; undefined if no document contains it. */
export function findTerm({ terms }: WordData, wanted: string): number | undefined {
  let low = 0;
  let high = terms.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((terms[middle] as string) < wanted) low = middle + 1;
    else high = middle;
  }
  return terms[low] === wanted ? low : undefined;
}
