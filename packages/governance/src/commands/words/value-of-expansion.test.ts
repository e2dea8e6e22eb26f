import { expect, it } from "vitest";
import { parseCommands } from "../parse-commands.ts";

/** What `echo` prints for the words, with these variables. */
const words = (text: string): string =>
  parseCommands(`x=hello; y=x; run=(aa bb cc); ${text}`)
    .commands.filter(({ program }) => program === "p")
    .map((command) => command.words.join("|"))
    .join("\n");

it.each([
  ["${x}", "hello"],
  ["$x$x", "hellohello"],
  ["${!y}", "hello"],
  ["${x:-d}", "hello"],
  ["${z:-d}", "d"],
  ["${z-d}", "d"],
  ["${z:=d}", "d"],
  ["${z:=d}$z", "dd"],
  ["${x:+d}", "d"],
  ["a${z:+d}", "a"],
  ["${x:1}", "ello"],
  ["${x:1:2}", "el"],
  ["${x:0:0}b", "b"],
  ["${x: -2}", "lo"],
  ["${x/l/r}", "herlo"],
  ["${x//l/r}", "herro"],
  ["${x//l}", "heo"],
  ["${x/$y/$y}", "hello"],
  ["${#x}", "5"],
  ["${x%o}", "hell"],
  ["${x%l*}", "hel"],
  ["${x%%l*}", "he"],
  ["${x#h?}", "llo"],
  ["${x##*l}", "o"],
  ["${x#z}", "hello"],
  ["$((2 * (3 + 4)))", "14"],
  ["$((-010 + 0x10 % 7))", "-6"],
  ["${x^}", "Hello"],
  ["${x^^}", "HELLO"],
  ["${x,}", "hello"],
  ["${run}", "aa"],
  ["${run[0]}", "aa"],
  ["${run[2]}", "cc"],
  ['"${run[*]}"', "aa bb cc"],
  ["${run[@]}", "aa|bb|cc"],
  ["a{b,c}d", "abd|acd"],
  ["'a b' \"c $x\"", "a b|c hello"],
  ["$'a\\x62'", "ab"],
])("the word %s has the value %s", (text, value) => {
  expect(words(`p ${text}`)).toBe(value);
});

it("a value before a command is one for this command alone, and its words do not have it", () => {
  expect(words("x=b p $x; x=c q; p $x; x=d; p $x")).toBe("hello\nhello\nd");
});

// These expansions have a value, but not one that is certain.
it.each(["${x:a}", "${x:1:-1}", "${x/l*/r}", "${run[9]}", "${unknown}"])("the value of %s is not known", (text) => {
  expect(words(`p a${text}b`)).not.toMatch(/hello|^a[^$]*l/);
});
