import { describe, expect, it } from "vitest";
import { checkGlob } from "./check-glob.ts";
import { maxGroupDepth, maxGroupsLength } from "./extended/find-groups.ts";
import { maxAlternatives, maxGlobLength } from "./glob.ts";

const location = { file: "a.md", line: 3, column: 8 };

describe("checkGlob", () => {
  it.each([
    ["glob/too-long", "error", "a".repeat(maxGlobLength + 1)],
    ["glob/too-complex", "error", "{a,b}".repeat(10)],
    ["glob/too-complex", "error", "+(".repeat(maxGroupDepth + 1) + "a" + ")".repeat(maxGroupDepth + 1)],
    ["glob/too-complex", "error", `+(${"a".repeat(maxGroupsLength)})`],
    ["glob/too-long", "error", "*".repeat(maxGlobLength + 1)],
    ["glob/too-complex", "error", `{${",".repeat(maxAlternatives)}}`],
  ])("reports %s, with severity %s", (code, severity, glob) => {
    expect(checkGlob(glob, location)).toMatchObject({ code, severity, ...location });
  });

  it.each([
    "**/*.{ts,tsx}",
    "app/(shop)/page.tsx",
    "(a)",
    "+(+(a))",
    "src/!(a|b).ts",
    "src/*.@(ts|tsx)",
    "[[:alpha:]]*.ts",
    "+(".repeat(maxGroupDepth) + "a" + ")".repeat(maxGroupDepth),
    "{a",
    "a".repeat(maxGlobLength),
    `{${",".repeat(maxAlternatives - 1)}}`,
  ])("reports nothing about %s", (glob) => {
    expect(checkGlob(glob, location)).toBeUndefined();
  });
});

it("names the pattern, truncated if it is long", () => {
  const many = "{a,b}".repeat(10);
  const why = "expands to more than 1,000 alternatives; it matches nothing.";
  expect(checkGlob(many, location)?.message).toBe(`The pattern "${many}" ${why}`);
  const longest = "x".repeat(10) + many;
  expect(checkGlob(longest, location)?.message).toContain(`"${longest}"`);
  expect(checkGlob(`x${longest}`, location)?.message).toBe(`The pattern "x${longest.slice(0, 56)}…" ${why}`);
  const deep = `${"!(".repeat(30)}a${")".repeat(30)}`;
  expect(checkGlob(deep, location)?.message).toBe(
    `The pattern "${deep.slice(0, 57)}…" has groups, and more than 1,000 characters or 20 groups in one another; it matches nothing.`,
  );
});
