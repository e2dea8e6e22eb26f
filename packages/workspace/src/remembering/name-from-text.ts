/** The maximum length of a name, in UTF-16 code units, and of words in it. */
const maxLength = 40;
const maxWords = 5;

/**
 * Makes a name from the first words of a text: `store-amounts-in-cents-never`. `memory` if the text has no letters and
 * digits.
 *
 * @param isTaken whether a rule has the name. A number is then added: `use-tabs-2`.
 */
export function nameFromText(text: string, isTaken: (name: string) => boolean): string {
  const name = firstWords(text);
  for (let number = 1; ; number += 1) {
    const numbered = number === 1 ? name : `${name}-${number}`;
    if (!isTaken(numbered)) return numbered;
  }
}

function firstWords(text: string): string {
  // Thai and Hindi write vowels as marks.
  const letters = text.normalize("NFC");
  let name = "";
  for (const [word] of letters.matchAll(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu)) {
    const longer = name === "" ? word.toLowerCase() : `${name}-${word.toLowerCase()}`;
    if (longer.length > maxLength || longer.split("-").length > maxWords) break;
    name = longer;
  }
  // The first word may be a long run of a script without spaces.
  return name === "" ? (/[\p{L}\p{N}][\p{L}\p{N}\p{M}]{0,19}/u.exec(letters)?.[0].toLowerCase() ?? "memory") : name;
}
