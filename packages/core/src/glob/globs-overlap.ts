import { parseGlob, type Alternative } from "./glob.ts";
import { matchesSegment, type SegmentPattern } from "./segment.ts";

/** More pairs of alternatives than this are not looked at: braces multiply, and the patterns are from strangers. */
const maxPairs = 10_000;

/**
 * Whether there could be a file that both patterns match. Never says no where there is one; says yes, too, where only a long look would tell: for segments
 * with several stars, and patterns of very many alternatives.
 *
 * @param left with the directory that it is relative to, where that is not the project root.
 */
export function globsOverlap(left: GlobPlace, right: GlobPlace): boolean {
  const ours = parseGlob(left.glob, left.base) ?? [];
  const theirs = parseGlob(right.glob, right.base) ?? [];
  if (ours.length * theirs.length > maxPairs) return true;
  return ours.some((one) => theirs.some((other) => alternativesOverlap(one, other)));
}

export interface GlobPlace {
  readonly glob: string;
  readonly base?: string | undefined;
}

/** Walks both patterns together, from the end: each row says for what is left of the one where what is left of the other can be the same path. Never more than segments × segments. */
function alternativesOverlap(left: Alternative, right: Alternative): boolean {
  let below: boolean[] = [];
  for (let one = left.length; one >= 0; one -= 1) {
    const row: boolean[] = [];
    for (let other = right.length; other >= 0; other -= 1) {
      const ours = left[one];
      const theirs = right[other];
      if (ours === undefined && theirs === undefined) row[other] = true;
      // A globstar takes no segment, or the one that the other pattern asks for here.
      else if (ours?.kind === "globstar") row[other] = below[other] === true || (theirs !== undefined && row[other + 1] === true);
      else if (theirs?.kind === "globstar") row[other] = row[other + 1] === true || (ours !== undefined && below[other] === true);
      else row[other] = ours !== undefined && theirs !== undefined && below[other + 1] === true && segmentsOverlap(ours, theirs);
    }
    below = row;
  }
  return below[0] === true;
}

function segmentsOverlap(left: SegmentPattern, right: SegmentPattern): boolean {
  if (left.kind === "literal") return matchesSegment(right, left.text);
  if (right.kind === "literal") return matchesSegment(left, right.text);
  const [ours, theirs] = [edgesOf(left), edgesOf(right)];
  return (
    (ours.prefix.startsWith(theirs.prefix) || theirs.prefix.startsWith(ours.prefix)) &&
    (ours.suffix.endsWith(theirs.suffix) || theirs.suffix.endsWith(ours.suffix))
  );
}

/** What a segment has to begin and to end with. */
function edgesOf(segment: SegmentPattern): { readonly prefix: string; readonly suffix: string } {
  if (segment.kind === "suffix") return { prefix: "", suffix: segment.text };
  return segment.kind === "pieces" ? segment : { prefix: "", suffix: "" };
}
