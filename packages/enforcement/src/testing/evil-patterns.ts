import type { PatternSource } from "@precept/governance";

/** A pattern that would keep an engine busy, and a text that makes it. */
export interface EvilPattern extends PatternSource {
  readonly text: string;
}

const a = (count: number): string => "a".repeat(count);
const written: readonly (readonly [source: string, flags: string, text: string])[] = [
  // What repeats a repetition
  ["(a+)+$", "", `${a(60)}!`],
  ["(a+)+$", "i", `${a(60)}!`],
  ["([a-zA-Z]+)*!", "", a(60)],
  ["(\\w+\\s?)*$", "", `${a(60)}!`],
  ["^(([a-z])+.)+[A-Z]([a-z])+$", "", a(60)],
  ["(x+x+)+y", "", "x".repeat(60)],
  ["^(\\d+)*[^\\d]$", "u", "1".repeat(60)],
  ["(?:(?:a|b)*(?:b|c)*)*d", "", "b".repeat(60)],
  // Alternatives that begin alike
  ["(a|a)*b", "", a(60)],
  ["(a|aa)+$", "", `${a(60)}!`],
  ["(?:a|b|ab)*c", "", "ab".repeat(40)],
  ["(?:\\s|\\n)*;", "", "\n".repeat(60)],
  ["(?:([a-m]|[h-z])+)@", "", "h".repeat(60)],
  ['(?:[^"]|\\\\.)*"', "", "\\".repeat(60)],
  ["(?:[\\p{L}&&[a-z]]|[a-z])*!", "v", a(60)],
  // Many repetitions, one after the other
  ["(.*a){25}", "", a(60)],
  ["a.*a.*a.*a.*a.*b", "", a(600)],
  ["\\s+$", "", `${" ".repeat(400_000)}x`],
  [".*.*=.*", "", a(20_000)],
  // Looking around and back
  ["(?=(a+)+$)a", "", `${a(60)}!`],
  ["(?<=^(a|a)*)b", "", `!${a(60)}b`],
  ["!(?!(?:a|a)*b)", "", `!${a(60)}`],
  ["(a+)\\1+b", "", a(20_000)],
  ["(.*)*=(.*)*\\1\\2x", "", "=".repeat(60)],
  // What is large once it is written out
  ["(?:a{1000}){1000}", "", a(3000)],
  ["((((a{30}){30}){30}){30}){30}", "", a(3000)],
  ["(?:a?){50}a{50}", "", a(49)],
  ["\\p{RGI_Emoji}{300}", "v", "😀".repeat(299)],
  [Array.from({ length: 3000 }, (_, number) => `word${number}`).join("|"), "", "word".repeat(1000)],
];

/** Patterns that a stranger may send to bring a program to a halt. */
export const evilPatterns: readonly EvilPattern[] = written.map(([source, flags, text], number) => ({
  id: `evil-${number}`,
  source,
  flags,
  text,
}));
