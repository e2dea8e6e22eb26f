import { characterKinds, kindOf, type CharacterKind } from "./character-kind.ts";

/**
 * Splits an identifier at `_`, `-`, `.` and apostrophes, before upper case, and between letters and digits:
 * `parseHTTPRequest2` is `parse`, `HTTP`, `Request`, `2`. The plural of an acronym is one part: `URLs`.
 */
export function splitCompound(compound: string): readonly string[] {
  const parts: string[] = [];
  let start = 0;
  let previous: CharacterKind = characterKinds.other;
  let previousAt = 0;
  const endPart = (end: number, next: number): void => {
    if (end > start) parts.push(compound.slice(start, end));
    start = next;
  };
  for (let at = 0; at < compound.length;) {
    const codePoint = compound.codePointAt(at) as number;
    const kind = kindOf(codePoint);
    const next = at + (codePoint > 0xffff ? 2 : 1);
    if (kind === characterKinds.other) endPart(at, next);
    else if (previous === characterKinds.upper && kind === characterKinds.lower) {
      if (previousAt > start && !isPluralEnding(compound, at)) endPart(previousAt, previousAt);
    } else if (kind !== characterKinds.mark && startsPart(previous, kind)) endPart(at, at);
    if (kind !== characterKinds.mark) {
      previous = kind;
      previousAt = at;
    }
    at = next;
  }
  endPart(compound.length, compound.length);
  return parts;
}

function startsPart(previous: CharacterKind, kind: CharacterKind): boolean {
  if (previous === characterKinds.other) return false;
  const isDigit = kind === characterKinds.digit;
  return isDigit !== (previous === characterKinds.digit) || (previous === characterKinds.lower && kind === characterKinds.upper);
}

function isPluralEnding(compound: string, at: number): boolean {
  return compound[at] === "s" && kindOf(compound.codePointAt(at + 1) ?? 0) !== characterKinds.lower;
}
