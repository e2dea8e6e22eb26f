import type { PatternSource } from "@precept/governance";

/** A pattern with catastrophic backtracking, and a text that triggers it. */
export interface EvilPattern extends PatternSource {
  readonly text: string;
}

const a = (count: number): string => "a".repeat(count);
const written: readonly (readonly [source: string, flags: string, text: string])[] = [
  // Nested repetitions
  ["(a+)+$", "", `${a(60)}!`],
  ["(a+)+$", "i", `${a(60)}!`],
  ["([a-zA-Z]+)*!", "", a(60)],
  ["(\\w+\\s?)*$", "", `${a(60)}!`],
  ["^(([a-z])+.)+[A-Z]([a-z])+$", "", a(60)],
  ["(x+x+)+y", "", "x".repeat(60)],
  ["^(\\d+)*[^\\d]$", "u", "1".repeat(60)],
  ["(?:(?:a|b)*(?:b|c)*)*d", "", "b".repeat(60)],
  // Alternatives with a common prefix
  ["(a|a)*b", "", a(60)],
  ["(a|aa)+$", "", `${a(60)}!`],
  ["(?:a|b|ab)*c", "", "ab".repeat(40)],
  ["(?:\\s|\\n)*;", "", "\n".repeat(60)],
  ["(?:([a-m]|[h-z])+)@", "", "h".repeat(60)],
  ['(?:[^"]|\\\\.)*"', "", "\\".repeat(60)],
  ["(?:[\\p{L}&&[a-z]]|[a-z])*!", "v", a(60)],
  // Adjacent repetitions
  ["(.*a){25}", "", a(60)],
  ["a.*a.*a.*a.*a.*b", "", a(600)],
  ["\\s+$", "", `${" ".repeat(400_000)}x`],
  [".*.*=.*", "", a(20_000)],
  // Lookarounds and backreferences
  ["(?=(a+)+$)a", "", `${a(60)}!`],
  ["(?<=^(a|a)*)b", "", `!${a(60)}b`],
  ["!(?!(?:a|a)*b)", "", `!${a(60)}`],
  ["(a+)\\1+b", "", a(20_000)],
  ["(.*)*=(.*)*\\1\\2x", "", "=".repeat(60)],
  // Large counted repetitions
  ["(?:a{1000}){1000}", "", a(3000)],
  ["((((a{30}){30}){30}){30}){30}", "", a(3000)],
  ["(?:a?){50}a{50}", "", a(49)],
  ["\\p{RGI_Emoji}{300}", "v", "😀".repeat(299)],
  [Array.from({ length: 3000 }, (_, number) => `word${number}`).join("|"), "", "word".repeat(1000)],
];

/** Patterns for ReDoS attacks. */
export const evilPatterns: readonly EvilPattern[] = written.map(([source, flags, text], number) => ({
  id: `evil-${number}`,
  source,
  flags,
  text,
}));
