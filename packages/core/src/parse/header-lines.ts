/** A key of a front matter with its lines, as written. */
export interface HeaderEntry {
  readonly key: string;
  /** The text after the colon on the line of the key, trimmed. */
  readonly value: string;
  /** The offset of the entry in the header. */
  readonly start: number;
  /** The offset after the entry. Comments and blank lines between entries belong to none. */
  readonly end: number;
  /** The line of the key in the header, from 0. */
  readonly line: number;
  /** The column of the value, from 1. */
  readonly column: number;
  /** The indented lines, list items and comments that follow; empty if there are none. */
  readonly continuation: string;
}

export interface HeaderLines {
  readonly entries: readonly HeaderEntry[];
  /** The numbers, from 0, of lines that are neither a key nor a comment and belong to no key. */
  readonly strays: readonly number[];
}

const keyLine = /^([A-Za-z_$][\w$.-]*)[ \t]*:(?:[ \t]+|$)/;

/** Reads the keys of a front matter line by line. It need not be valid YAML. */
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

function lineEnd(header: string, start: number): number {
  const found = /\r\n|\r|\n/g;
  found.lastIndex = start;
  const match = found.exec(header);
  return match === null ? header.length : match.index + match[0].length;
}
