/** One key of a front matter, with the lines that belong to it, as they are written. */
export interface HeaderEntry {
  readonly key: string;
  /** What stands behind the colon on the key's own line, trimmed. */
  readonly value: string;
  /** The offset of the entry in the header, and the one behind it. Comments and blank lines between entries belong to none. */
  readonly start: number;
  readonly end: number;
  /** The line of the key, from 0, and the column of its value, from 1. */
  readonly line: number;
  readonly column: number;
  /** The indented lines, list items and comments that follow, where there are any. */
  readonly continuation: string;
}

export interface HeaderLines {
  readonly entries: readonly HeaderEntry[];
  /** Lines, from 0, that are no key, no comment and belong to no key. */
  readonly strays: readonly number[];
}

const keyLine = /^([A-Za-z_$][\w$.-]*)[ \t]*:(?:[ \t]+|$)/;

/** Reads the top level of a front matter by its lines, whether or not it is valid YAML. */
export function readHeaderLines(header: string): HeaderLines {
  const entries: HeaderEntry[] = [];
  const strays: number[] = [];
  let offset = 0;
  let number = -1;
  for (const match of header.matchAll(/([^\r\n]*)(\r\n|\r|\n|$)/g)) {
    const [whole, text = ""] = match;
    if (whole === "") break;
    number += 1;
    const start = offset;
    offset += whole.length;
    const key = keyLine.exec(text);
    const last = entries.at(-1);
    if (key !== null) {
      const value = text.slice(key[0].length);
      const lead = value.length - value.trimStart().length;
      entries.push({
        key: key[1] ?? "",
        value: value.trim(),
        start,
        end: offset,
        line: number,
        column: key[0].length + lead + 1,
        continuation: "",
      });
    } else if (text.trim() === "" || text.startsWith("#")) {
      continue;
    } else if (last !== undefined && /^(?:[ \t]|-(?:[ \t]|$))/.test(text)) {
      entries[entries.length - 1] = { ...last, end: offset, continuation: header.slice(lineEnd(header, last.start), offset) };
    } else {
      strays.push(number);
    }
  }
  return { entries, strays };
}

/** Behind the line break of the line that begins at `start`. */
function lineEnd(header: string, start: number): number {
  const found = /\r\n|\r|\n/g;
  found.lastIndex = start;
  const match = found.exec(header);
  return match === null ? header.length : match.index + match[0].length;
}
