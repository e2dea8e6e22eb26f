import { describe, expect, it } from "vitest";
import { readOtherShell } from "./read-other-shell.ts";

describe("a text in the language of another shell", () => {
  it.each<[text: string, programs: readonly string[]]>([
    ["rm -rf /; ls | wc & echo x", ["rm", "ls", "wc", "echo"]],
    ["if (Test-Path a) { Remove-Item a }", ["if", "Test-Path", "Remove-Item"]],
    ["A=1 sudo env rm a", ["rm"]],
    ["begin; and 'rm' a", ["rm"]],
    ["sudo", []],
    ["", []],
  ])("has the commands of its parts, without assignments and wrappers: %s", (text, programs) => {
    expect(readOtherShell(text)?.map(({ program }) => program)).toEqual(programs);
  });

  it("has words, redirects and the location of each command", () => {
    expect(readOtherShell(`ls; sudo rm "a b" c >out 2>> log `)?.[1]).toEqual({
      program: "rm",
      words: ["a b", "c", "log"],
      redirects: [
        { operator: ">", target: "out" },
        { operator: ">>", target: "log" },
      ],
      wrappers: [],
      location: { start: 9, end: 32 },
    });
  });

  it("is not read if it has more than 1,000 parts", () => {
    expect(readOtherShell("a;".repeat(1000))).toHaveLength(1000);
    expect(readOtherShell("a;".repeat(1001))).toBeUndefined();
  });
});
