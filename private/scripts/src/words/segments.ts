/** Part of a file in which words are looked up. */
export interface Segment {
  readonly kind: "name" | "text";
  readonly text: string;
  /** Where it begins in the file, in characters. */
  readonly offset: number;
}

/** Replaces whatever matches by spaces, so that all offsets stay the same. */
export function blank(text: string, pattern: RegExp): string {
  return text.replaceAll(pattern, (match) => " ".repeat(match.length));
}

/** Code spans name things of other programs as well, and names are checked where they are declared. */
export function blankCodeSpans(text: string): string {
  return blank(text, /(`+)(?!`)[\s\S]*?[^`]\1(?!`)/g);
}
