import { describe, expect, it } from "vitest";
import { parseCommands } from "../parse-commands.ts";
import { globalOptionsOf } from "./global-options.ts";
import { hasFlag } from "./has-flag.ts";

const has = (text: string, wanted: string): boolean => parseCommands(text).commands.some((command) => hasFlag(command, wanted));

describe("an option", () => {
  it.each([
    ["git reset --har", "--hard"],
    ["git push --forc origin", "--force"],
    ["rm --recurs x", "--recursive"],
    ["git commit -am x -n", "-n"],
    ["git checkout -qf main", "-f"],
    ["git clean -xdf", "-f"],
    ["git log --format=x", "--format"],
  ])("is present in %s", (text, wanted) => {
    expect(has(text, wanted)).toBe(true);
  });

  it.each([
    ["git commit -mfix", "-f"],
    ["git commit -m --no-verify", "--no-verify"],
    ["git commit --message -n", "-n"],
    ["git push --force", "--force-with-lease"],
    ["docker rm --forc x", "--force"],
    ["git clean -e f x", "-f"],
    ["rm -- -r", "-r"],
  ])("is not present in %s", (text, wanted) => {
    expect(has(text, wanted)).toBe(false);
  });
});

it("the options before a subcommand are shell text", () => {
  const optionsOf = (text: string): readonly string[] => parseCommands(text).commands.map(globalOptionsOf);
  expect(optionsOf("git -C 'a b' -c x.y=1 --no-pager reset --hard")).toEqual([" -C 'a b' -c x.y=1 --no-pager"]);
  expect(optionsOf("git reset --hard; rm -r x")).toEqual(["", ""]);
});
