/** A part of a YAML file, and the line of the file, from 1, on which it begins. */
export interface YamlPart {
  readonly text: string;
  readonly line: number;
}

/** The documents of a file. They are told apart by their lines, so that an open quote in one does not take in the next. */
export function splitDocuments(text: string): readonly YamlPart[] {
  return splitBefore({ text, line: 1 }, (line) => /^---(?:\s|$)/.test(line)).filter(({ text: own }) => own.trim() !== "");
}

/** The items of a list of policies, bare or below `rules:`, by the dashes that they begin with. */
export function splitItems(part: YamlPart): readonly YamlPart[] {
  const first = /^([ \t]*)- /m.exec(part.text);
  if (first === null) return [];
  const dash = `${first[1] ?? ""}- `;
  return splitBefore(part, (line) => line.startsWith(dash)).filter(({ text }) => text.startsWith(dash));
}

function splitBefore({ text, line: firstLine }: YamlPart, begins: (line: string) => boolean): readonly YamlPart[] {
  const parts: { lines: string[]; line: number }[] = [{ lines: [], line: firstLine }];
  for (const [at, line] of text.split(/(?<=\n)/).entries()) {
    if (begins(line)) parts.push({ lines: [], line: firstLine + at });
    parts.at(-1)?.lines.push(line);
  }
  return parts.map(({ lines, line }) => ({ text: lines.join(""), line }));
}
