/**
 * What begins a block of Markdown at the start of a list item, a date of ours, or a link definition, which would not be
 * shown.
 */
const blockStart =
  /^(?:#{1,6}(?: |$)|[-+*](?: |$)|>|`{3}|~{3}|<|=+$|(?:(?:- ?){3,}|(?:_ ?){3,}|(?:\* ?){3,})$|\[\d{4}-\d{2}-\d{2}\]|\[[^\]]*\]:)/;

/**
 * Writes any text as one line that stays a plain paragraph of a list item in Markdown: white space and control
 * characters become single spaces, and what would begin a block or a comment is escaped.
 */
export function toSingleLine(text: string): string {
  const line = text
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .replaceAll("<!--", "&lt;!--");
  if (blockStart.test(line)) return `\\${line}`;
  return line.replace(/^(\d{1,9})(?=[.)](?: |$))/, "$1\\");
}
