import { diffArrays } from "diff";
import { withLineEndsOf } from "../ledger/line-ends.ts";

/** The number of differing lines up to which two texts are merged line by line. Beyond it, the second text follows the first. */
const maxDifferences = 5000;

/** Merges two texts: lines that both have stand once, lines of one of them are kept, in order. The line breaks are those of the first text. */
export function mergeTexts(left: string, right: string): string {
  const [before, after] = [splitLines(left), splitLines(right)];
  const parts = diffArrays(before, after, { maxEditLength: maxDifferences });
  const lines = parts === undefined ? [...before, ...after] : parts.flatMap(({ value }) => value);
  return withLineEndsOf(left, `${lines.join("\n")}\n`);
}

function splitLines(text: string): string[] {
  return text.replaceAll("\r\n", "\n").replace(/\n+$/, "").split("\n");
}
