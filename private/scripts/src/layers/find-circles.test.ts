import { expect, it } from "vitest";
import { findCircles } from "./find-circles.ts";

const imports = (...pairs: readonly string[]) =>
  pairs.map((pair) => {
    const [from = "", to = ""] = pair.split(" -> ");
    return { from: `/repository/${from}`, to: `/repository/${to}` };
  });

it("finds directories that import one another, although their files do not", () => {
  expect(findCircles("/repository", imports("core/match/a.ts -> core/glob/b.ts", "core/glob/c.ts -> core/match/d.ts"))).toEqual([
    {
      directory: "core",
      members: ["glob", "match"],
      imports: ["core/glob/c.ts imports core/match/d.ts", "core/match/a.ts imports core/glob/b.ts"],
    },
  ]);
});

it("finds a circle of three files", () => {
  const [circle] = findCircles("/repository", imports("src/a.ts -> src/b.ts", "src/b.ts -> src/c.ts", "src/c.ts -> src/a.ts"));
  expect(circle?.members).toEqual(["a.ts", "b.ts", "c.ts"]);
});

it("accepts arrows that lead in one direction, and imports within a directory", () => {
  const downward = imports(
    "core/match/a.ts -> core/glob/b.ts",
    "core/match/a.ts -> core/match/c.ts",
    "core/index.ts -> core/match/a.ts",
  );
  expect(findCircles("/repository", downward)).toEqual([]);
});
