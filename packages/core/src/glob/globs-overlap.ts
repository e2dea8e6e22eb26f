import { parseGlob, type Alternative } from "./glob.ts";
import { matchesSegment, type SegmentPattern } from "./segment.ts";

const maxPairs = 10_000;

/** Whether a file can match both globs. Also true if an exact answer would take too long. */
export function globsOverlap(left: BasedGlob, right: BasedGlob): boolean {
  const leftAlternatives = parseGlob(left.glob, left.base) ?? [];
  const rightAlternatives = parseGlob(right.glob, right.base) ?? [];
  if (leftAlternatives.length * rightAlternatives.length > maxPairs) return true;
  if ([...leftAlternatives, ...rightAlternatives].some((one) => one.at(-1)?.kind === "rest")) return true;
  return leftAlternatives.some((one) => rightAlternatives.some((other) => alternativesOverlap(one, other)));
}

export interface BasedGlob {
  readonly glob: string;
  /** The directory that it is relative to. Default: the project root. */
  readonly base?: string | undefined;
}

/** Dynamic programming: `row[column]` says whether the rests of both patterns can match the same path. */
function alternativesOverlap(left: Alternative, right: Alternative): boolean {
  let next: boolean[] = [];
  for (let leftIndex = left.length; leftIndex >= 0; leftIndex -= 1) {
    const row: boolean[] = [];
    for (let column = right.length; column >= 0; column -= 1) {
      const leftSegment = left[leftIndex];
      const rightSegment = right[column];
      if (leftSegment === undefined && rightSegment === undefined) row[column] = true;
      // A globstar matches no segment, or the current segment of the other pattern.
      else if (leftSegment?.kind === "globstar")
        row[column] = next[column] === true || (rightSegment !== undefined && row[column + 1] === true);
      else if (rightSegment?.kind === "globstar")
        row[column] = row[column + 1] === true || (leftSegment !== undefined && next[column] === true);
      else
        row[column] =
          leftSegment !== undefined &&
          rightSegment !== undefined &&
          next[column + 1] === true &&
          segmentsOverlap(leftSegment, rightSegment);
    }
    next = row;
  }
  return next[0] === true;
}

function segmentsOverlap(left: SegmentPattern, right: SegmentPattern): boolean {
  if (left.kind === "literal") return matchesSegment(right, left.text);
  if (right.kind === "literal") return matchesSegment(left, right.text);
  const [one, other] = [edgesOf(left), edgesOf(right)];
  return (
    (one.prefix.startsWith(other.prefix) || other.prefix.startsWith(one.prefix)) &&
    (one.suffix.endsWith(other.suffix) || other.suffix.endsWith(one.suffix))
  );
}

function edgesOf(segment: SegmentPattern): { readonly prefix: string; readonly suffix: string } {
  if (segment.kind === "suffix") return { prefix: "", suffix: segment.text };
  if (segment.kind === "extended") return { prefix: "", suffix: segment.suffix };
  return segment.kind === "parts" ? segment : { prefix: "", suffix: "" };
}
