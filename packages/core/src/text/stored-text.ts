/** Begins a text that is encoded. */
const mark = "\u0001";

/** Whether databases can store a text unchanged: it is valid UTF-8 without the character 0. */
export function isStorable(text: string): boolean {
  return !/\p{Surrogate}|\0/u.test(text);
}

/** Encodes a text for a column of a database: as it is, or as JSON if it cannot be stored. */
export function encodeText(text: string): string {
  return isStorable(text) && !text.startsWith(mark) ? text : mark + JSON.stringify(text);
}

export function decodeText(column: string): string {
  return column.startsWith(mark) ? (JSON.parse(column.slice(mark.length)) as string) : column;
}
