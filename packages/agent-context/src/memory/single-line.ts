/** Matches the beginning of a Markdown block, of an entry's date, or of a link definition, which is not shown. */
const blockStart =
  /^(?:#{1,6}(?: |$)|[-+*](?: |$)|>|`{3}|~{3}|<|=+$|(?:(?:- ?){3,}|(?:_ ?){3,}|(?:\* ?){3,})$|\[\d{4}-\d{2}-\d{2}\]|\[[^\]]*\]:)/;

/**
 * Writes any text as one line that stays a plain paragraph of a list item in Markdown: white space and control
 * characters become single spaces, and characters that begin a block or a comment are escaped.
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
