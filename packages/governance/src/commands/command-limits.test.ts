import { expect, it } from "vitest";
import { parseCommands } from "./parse-commands.ts";

const values = (count: number): string => Array.from({ length: count }, (_, at) => at).join(" ");

it.each<[text: (count: number) => string, max: number, reason: string]>([
  [(count) => "a".repeat(count), 250_000, "it is longer than 250000 characters"],
  [(count) => `{ ${"a; ".repeat(count)}} | b`, 100, "a pipeline has more than 100 commands"],
  [(count) => `a | { ${"b; ".repeat(count)}}`, 100, "a pipeline has more than 100 commands"],
  [(count) => `echo {${values(count).replaceAll(" ", ",")}}`, 256, "the braces of a word expand to more than 256 words"],
  [(count) => `for a in ${values(count)}; do echo $a; done`, 16, "a loop has more than 16 values"],
  [(count) => `find ${values(count)} -exec rm {} +`, 32, "a find starts at more than 32 paths"],
  [(count) => `${"sudo ".repeat(count)}rm`, 32, "its commands are nested deeper than 32"],
])("reads a text up to a limit, and says so beyond it: %s", (textOf, max, reason) => {
  expect(parseCommands(textOf(max)).incomplete).toBeUndefined();
  expect(parseCommands(textOf(max + 1)).incomplete).toBe(reason);
});
