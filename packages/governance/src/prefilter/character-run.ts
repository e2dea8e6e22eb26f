export const asciiCharacters = 128;

/** A sequence of characters of one set. */
export interface CharacterRun {
  /** The minimum number of UTF-16 code units. */
  readonly length: number;
  /** For each ASCII character 1 if the set has it, else 0. The set has all other characters. */
  readonly members: Uint8Array;
}

/** Whether a text contains a run. After a character outside the set, it skips the length of a run. */
export function hasRun(text: string, { length, members }: CharacterRun): boolean {
  // All characters from `from` to `known` are in the set.
  let from = 0;
  let known = -1;
  while (from + length <= text.length) {
    let at = from + length - 1;
    while (at > known && isMember(text.charCodeAt(at), members)) at -= 1;
    if (at <= known) return true;
    known = from + length - 1;
    from = at + 1;
  }
  return false;
}

function isMember(code: number, members: Uint8Array): boolean {
  return code >= asciiCharacters || members[code] === 1;
}
