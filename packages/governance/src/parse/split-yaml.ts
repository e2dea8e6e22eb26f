export interface YamlPart {
  readonly text: string;
  /** The line of the file on which it begins, from 1. */
  readonly line: number;
}

/** Splits a file at `---`, without a YAML parser: an unclosed quote does not affect the next document. */
export function splitDocuments(text: string): readonly YamlPart[] {
  return splitBefore({ text, line: 1 }, (line) => /^---(?:\s|$)/.test(line)).filter(({ text: own }) => own.trim() !== "");
}

/** Splits a list of policies, bare or below `rules:`, into its items, at their dashes. */
export function splitItems(part: YamlPart): readonly YamlPart[] {
  const first = /^([ \t]*)- /m.exec(part.text);
  if (first === null) return [];
  const dash = `${first[1] ?? ""}- `;
  return splitBefore(part, (line) => line.startsWith(dash)).filter(({ text }) => text.startsWith(dash));
}

function splitBefore({ text, line: firstLine }: YamlPart, isStart: (line: string) => boolean): readonly YamlPart[] {
  const parts: { lines: string[]; line: number }[] = [{ lines: [], line: firstLine }];
  for (const [at, line] of text.split(/(?<=\n)/).entries()) {
    if (isStart(line)) parts.push({ lines: [], line: firstLine + at });
    parts.at(-1)?.lines.push(line);
  }
  return parts.map(({ lines, line }) => ({ text: lines.join(""), line }));
}
