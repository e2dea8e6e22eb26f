import { formatNumber } from "@precept/core";
import { diffArrays, structuredPatch } from "diff";

/** A text to compare. */
export interface ComparedText {
  /** The path of the file, for the difference. */
  readonly path: string;
  readonly text: string;
  /** Only texts of the same class are compared. */
  readonly class: string;
  /** Whether the text is compared only with texts that do not have this mark. Default false. */
  readonly isExisting?: boolean;
}

/** Two texts that are nearly the same. */
export interface SimilarPair<Item extends ComparedText> {
  readonly pair: readonly [Item, Item];
  /** The share of lines that both texts have, from 0 to 1. Empty lines do not count. */
  readonly ratio: number;
}

/** The share of common lines from which two texts count as nearly the same. */
const minSimilarity = 0.9;

/** Finds pairs of texts that are nearly the same. Compares only texts whose lengths and sets of lines allow it. */
export function findSimilar<Item extends ComparedText>(items: readonly Item[]): readonly SimilarPair<Item>[] {
  const texts = items
    .map((item) => ({ item, ...readLines(item.text) }))
    .toSorted((left, right) => left.lines.length - right.lines.length);
  const found: SimilarPair<Item>[] = [];
  for (const [at, shorter] of texts.entries()) {
    for (const longer of texts.slice(at + 1)) {
      if (ratioOf(shorter.lines.length, shorter.lines.length, longer.lines.length) < minSimilarity) break;
      const areExisting = shorter.item.isExisting === true && longer.item.isExisting === true;
      if (areExisting || shorter.item.class !== longer.item.class || !mayBeSimilar(shorter, longer)) continue;
      const common = countCommon(shorter.lines, longer.lines);
      const ratio = ratioOf(common, shorter.lines.length, longer.lines.length);
      if (ratio < minSimilarity) continue;
      const isInOrder = items.indexOf(shorter.item) < items.indexOf(longer.item);
      found.push({ pair: isInOrder ? [shorter.item, longer.item] : [longer.item, shorter.item], ratio });
    }
  }
  return found;
}

/** The number of differing lines up to which a difference is printed. */
const maxDifferences = 5000;

/** Prints the difference of two texts as a unified diff. */
export function printDifference([left, right]: readonly [ComparedText, ComparedText]): string {
  const options = { context: 2, maxEditLength: maxDifferences };
  const patch = structuredPatch(left.path, right.path, unixText(left), unixText(right), "", "", options);
  const lines = patch?.hunks.flatMap((hunk) => [
    `@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@`,
    ...hunk.lines,
  ]) ?? [`@@ more than ${formatNumber(maxDifferences)} lines differ @@`];
  return [`--- ${left.path}`, `+++ ${right.path}`, ...lines, ""].join("\n");
}

function unixText({ text }: ComparedText): string {
  return `${text.replaceAll("\r\n", "\n").replace(/\n+$/, "")}\n`;
}

interface ComparedLines {
  /** Without empty lines, and without spaces at their ends. */
  readonly lines: readonly string[];
  /** How often each line occurs. */
  readonly counts: ReadonlyMap<string, number>;
}

function readLines(text: string): ComparedLines {
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.trimEnd())
    .filter((line) => line !== "");
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
  return { lines, counts };
}

/** Whether enough lines of a text occur in a longer one, in any order. Stops as soon as too many do not. */
function mayBeSimilar(shorter: ComparedLines, longer: ComparedLines): boolean {
  const needed = (minSimilarity * (shorter.lines.length + longer.lines.length)) / 2;
  let missing = shorter.lines.length - needed;
  for (const [line, count] of shorter.counts) {
    missing -= Math.max(0, count - (longer.counts.get(line) ?? 0));
    if (missing < 0) return false;
  }
  return shorter.lines.length > 0;
}

/** Counts the lines that both texts have, in order. Returns 0 if they are too few to be similar. */
function countCommon(left: readonly string[], right: readonly string[]): number {
  const total = left.length + right.length;
  const parts = diffArrays([...left], [...right], { maxEditLength: Math.ceil(total * (1 - minSimilarity)) }) ?? [];
  return parts.filter(({ added, removed }) => !added && !removed).reduce((sum, { value }) => sum + value.length, 0);
}

function ratioOf(common: number, left: number, right: number): number {
  return (2 * common) / Math.max(1, left + right);
}
