/** A block of TypeScript in a document or a doc comment. */
export interface CodeBlock {
  /** The file it is in, relative to the repository. */
  readonly file: string;
  /** The line of its first line of code, from 1. */
  readonly line: number;
  /** How many columns are left of the code in each line: indentation, and the `*` of a doc comment. */
  readonly column: number;
  readonly code: string;
  /** What follows `ts` in the line that opens the block. */
  readonly info: string;
}

const opening = /^(?<margin>\s*(?:\* ?)?\s*)```(?:ts|typescript)\b(?<info>.*)$/;

/** Finds the blocks that begin with ` ```ts ` in a Markdown document. */
export function blocksInMarkdown(file: string, text: string): readonly CodeBlock[] {
  return blocksIn(file, text.split(/\r?\n/), () => true);
}

/** Finds the blocks that begin with ` ```ts ` in the doc comments of a source file. */
export function blocksInSource(file: string, text: string): readonly CodeBlock[] {
  const lines = text.split(/\r?\n/);
  let isInComment = false;
  const inComment = lines.map((line) => {
    if (/^\s*\/\*\*/.test(line)) isInComment = true;
    const isPart = isInComment;
    if (line.includes("*/")) isInComment = false;
    return isPart;
  });
  return blocksIn(file, lines, (at) => inComment[at] === true && /^\s*\*/.test(lines[at] ?? ""));
}

function blocksIn(file: string, lines: readonly string[], isCandidate: (at: number) => boolean): readonly CodeBlock[] {
  const blocks: CodeBlock[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const { margin, info } = (isCandidate(at) && opening.exec(lines[at] ?? "")?.groups) || {};
    if (margin === undefined || info === undefined) continue;
    const end = lines.findIndex((line, other) => other > at && /^\s*(?:\* ?)?\s*```\s*$/.test(line));
    if (end === -1) throw new Error(`${file}:${at + 1}: the block of code has no end`);
    const code = lines.slice(at + 1, end).map((line) => line.slice(Math.min(margin.length, line.length)));
    blocks.push({ file, line: at + 2, column: margin.length, code: `${code.join("\n")}\n`, info: info.trim() });
    at = end;
  }
  return blocks;
}
