/** The minimum length of a part, so that every page has some text. */
const minPart = 200;

/**
 * Returns where the part of a text that begins at `from` ends, if it takes at most `room` UTF-16 code units as text and
 * as escaped JSON. It ends with a line if possible, and never within a character.
 */
export function cutText(text: string, from: number, room: number): number {
  let length = Math.min(text.length - from, Math.max(room, minPart));
  let end = from + length;
  while (length > minPart && JSON.stringify(text.slice(from, end)).length > room) {
    length = Math.max(minPart, Math.floor(length * 0.8));
    end = endOfPart(text, from, length);
  }
  return end === from + length ? endOfPart(text, from, length) : end;
}

function endOfPart(text: string, from: number, length: number): number {
  const end = from + length;
  if (end >= text.length) return text.length;
  const line = text.lastIndexOf("\n", end - 1);
  if (line > from + length / 2) return line + 1;
  // The first half of a surrogate pair is no character.
  return /[\uD800-\uDBFF]/.test(text.charAt(end - 1)) ? end - 1 : end;
}
