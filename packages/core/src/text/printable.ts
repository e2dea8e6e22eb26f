/**
 * Characters that a terminal or a page acts on or does not show: control characters, marks and overrides of text
 * direction, zero-width and other ignorable characters, line and paragraph separators, and lone surrogates.
 */
export const unprintable: RegExp = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

/** Matches emoji first: they contain joiners and selectors. Compiled on first use, because the set is large. */
let emojiOrUnprintable: RegExp | undefined;

/**
 * Escapes the characters that a terminal or a page acts on or does not show, as JSON does: `\u202e`, `\n`. Names, paths
 * and messages come from untrusted files and must not move the cursor, forge a line or hide what they are. A tab becomes
 * a space; emoji are not changed.
 */
export function printable(text: string): string {
  if (!unprintable.test(text)) return text;
  emojiOrUnprintable ??= new RegExp(String.raw`\p{RGI_Emoji}|${unprintable.source}`, "gv");
  return text.replace(emojiOrUnprintable, (match) => (/^.$/su.test(match) && unprintable.test(match) ? escaped(match) : match));
}

const shortEscapes: Readonly<Record<string, string>> = { "\t": " ", "\n": "\\n", "\r": "\\r" };

function escaped(character: string): string {
  const code = character.codePointAt(0) as number;
  return shortEscapes[character] ?? (code > 0xffff ? `\\u{${code.toString(16)}}` : escapedUnit(character));
}

/** Returns the escape of a UTF-16 code unit in JSON. */
export function escapedUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
