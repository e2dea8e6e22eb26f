/** A text that a tool reads, and the file that it reads it from. */
export interface ReadText {
  readonly path: string;
  readonly text: string;
}

/** A line that a tool reads more often than it was written. */
export interface DoubledLine {
  readonly line: string;
  /** The files with the line. */
  readonly paths: readonly string[];
  /** How often the tool reads the line too many times. */
  readonly count: number;
}

/** Shorter lines, such as code fences and common headings, say nothing about a copy. */
const minLength = 20;

/**
 * Lists the lines that several of the texts have.
 *
 * @param written in how many different texts a line was written by hand, which a tool may read as often. Default: in one.
 */
export function findDoubledLines(
  texts: readonly ReadText[],
  written: (line: string) => number = () => 1,
): readonly DoubledLine[] {
  const paths = new Map<string, string[]>();
  for (const { path, text } of texts) for (const line of listLines(text)) paths.set(line, [...(paths.get(line) ?? []), path]);
  return [...paths].flatMap(([line, found]) => {
    const count = found.length - Math.max(1, written(line));
    return count > 0 ? [{ line, paths: found, count }] : [];
  });
}

export function countDoubledLines(lines: readonly DoubledLine[]): number {
  return lines.reduce((sum, { count }) => sum + count, 0);
}

/** Lists the different lines of a text that are long enough to tell a copy. */
function listLines(text: string): readonly string[] {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  return [...new Set(lines.filter((line) => line.length >= minLength))];
}

/** The part of common lines from which two texts are copies of one. */
const minSimilarity = 0.9;

/** Counts the different texts with each line. Texts that are nearly the same are one. */
export function countWritten(texts: Iterable<string>): (line: string) => number {
  const different: ReadonlySet<string>[] = [];
  for (const text of texts) {
    const lines = new Set(listLines(text));
    const isCopy = different.some((other) => {
      const common = [...lines].filter((line) => other.has(line)).length;
      return 2 * common >= minSimilarity * (lines.size + other.size);
    });
    if (!isCopy) different.push(lines);
  }
  const counts = new Map<string, number>();
  for (const lines of different) for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
  return (line) => counts.get(line) ?? 0;
}
