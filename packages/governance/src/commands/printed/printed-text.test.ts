import { describe, expect, it } from "vitest";
import { printedTextOf } from "./printed-text.ts";

/** Words are separated by single spaces. */
const printed = (line: string, input?: string): string | undefined => {
  const [program = "", ...words] = line.split(" ");
  return printedTextOf(program, words, input);
};

describe("the output of a command that is certain", () => {
  it.each([
    ["echo", "\n"],
    ["echo a b", "a b\n"],
    ["echo -n a", "a"],
    ["echo -e a\\x62", "ab\n"],
    ["echo -nE -e a\\x62", "ab"],
    ["echo -n a\\x62", "a\\x62"],
    ["echo -x a", "-x a\n"],
    ["echo a -e", "a -e\n"],
    ["echo -e", "\n"],
    ["printf a\\x62", "ab"],
    ["printf -- %s a", "a"],
    ["printf -- a", "a"],
    ["printf %s-%s a b", "a-b"],
    ["printf %s- a b c", "a-b-c-"],
    ["printf %s-%s. a b c", "a-b.c-."],
    ["printf x a b", "x"],
    ["printf %% a", "%"],
    ["printf %s\\x41 \\x62", "\\x62A"],
    ["printf %b \\x62", "b"],
    ["printf %-5d|%.2q 1 2", "1|2"],
    ["printf", undefined],
    ["dirname a/b/c", "a/b"],
    ["dirname /a", "/"],
    ["dirname a", "."],
    ["dirname $x", undefined],
    ["basename a/b.sh", "b.sh"],
    ["command -v rm", "rm"],
    ["command rm x", undefined],
    ["which -a rm", "rm"],
    ["ls", undefined],
  ])("%s", (line, text) => expect(printed(line)).toBe(text));

  it.each([
    ["cat", "in", "in"],
    ["cat -", "in", "in"],
    ["cat -n", "in", "in"],
    ["cat file", "in", undefined],
    ["cat - file", "in", undefined],
    ["tee file", "in", "in"],
    ["base64 -d", "cm0=", "rm"],
    ["base64 --decode", "cm0=", "rm"],
    ["gbase64 -D", "cm0=", "rm"],
    ["base64", "cm0=", undefined],
    ["openssl base64 -d", "cm0=", "rm"],
    ["openssl enc -a -d", "cm0=", "rm"],
    ["openssl base64", "cm0=", undefined],
    ["openssl -d", "cm0=", undefined],
    ["xxd -r -p", "726d", "rm"],
    ["xxd -pr", "726d", "rm"],
    ["xxd -p", "726d", undefined],
    ["rev", "mr\nba", "rm\nab"],
    ["tr a-c x", "abcd", "xxxd"],
    ["tr a-c xyz", "abcd", "xyzd"],
    ["tr [a-c] [x-z]", "abcd", "xyzd"],
    ["tr a-zA-Z n-za-mN-ZA-M", "eZ", "rM"],
    ["tr c-a x", "abc", "abc"],
    ["tr \\x61 b", "aa", "bb"],
    ["tr 0-9 a-j", "059", "afj"],
    ["tr -d a", "a", undefined],
    ["tr a", "a", undefined],
    ["tr a b c", "a", undefined],
  ])("%s with an input", (line, input, text) => {
    expect(printed(line, input)).toBe(text);
    expect(printed(line)).toBeUndefined();
  });
});
