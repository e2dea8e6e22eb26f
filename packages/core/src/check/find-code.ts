/** A piece of code in a Markdown text, with its backticks. */
export interface CodeRange {
  readonly start: number;
  readonly end: number;
  /** Whether it is a block between fences; else it stands in a line. */
  readonly isBlock: boolean;
}

const fence = /^(?:[ \t]|>|[-*+][ \t]|\d{1,9}[.)][ \t])*(`{3,}|~{3,})/;

/** Finds the code in a Markdown text, by place. A fence that is never closed holds everything behind it, as in a rendered view. */
export function findCode(text: string, from: number): readonly CodeRange[] {
  const ranges: CodeRange[] = [];
  let opened: { readonly start: number; readonly mark: string } | undefined;
  const lines = /[^\r\n]*(?:\r\n|\r|\n|$)/g;
  lines.lastIndex = from;
  for (let start = from; start < text.length; start = lines.lastIndex) {
    const line = lines.exec(text)?.[0] ?? "";
    const mark = fence.exec(line)?.[1];
    if (opened !== undefined) {
      if (mark?.startsWith(opened.mark) !== true || line.trimEnd().at(-1) !== mark[0]) continue;
      ranges.push({ start: opened.start, end: start + line.length, isBlock: true });
      opened = undefined;
    } else if (mark !== undefined && !line.slice(line.indexOf(mark) + mark.length).includes("`")) {
      opened = { start, mark };
    } else if (line.includes("`")) {
      for (const { index, 0: span } of line.matchAll(/(`+)(?!`).*?(?<!`)\1(?!`)/g)) {
        ranges.push({ start: start + index, end: start + index + span.length, isBlock: false });
      }
    }
  }
  if (opened !== undefined) ranges.push({ start: opened.start, end: text.length, isBlock: true });
  return ranges;
}
