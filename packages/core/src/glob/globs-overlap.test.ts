import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyGlob, filePath } from "../../test/arbitraries.ts";
import { matchesGlob } from "./glob.ts";
import { globsOverlap } from "./globs-overlap.ts";

describe("globsOverlap", () => {
  it.each([
    ["**/*.ts", "src/**", true],
    ["*.ts", "src/a.ts", true],
    ["src/**/*.test.ts", "**/cart/*", true],
    ["src/{api,web}/**", "src/web/*.tsx", true],
    ["**", "a", true],
    ["src/**", "lib/**", false],
    ["*.ts", "*.py", false],
    ["src/*.ts", "src/api/*.ts", false],
    ["/src", "src/**", false],
    ["use-*.ts", "*-hook.ts", true],
    ["use-*.ts", "get-*.ts", false],
  ])("%s and %s: %s", (left, right, expected) => {
    expect(globsOverlap({ glob: left }, { glob: right })).toBe(expected);
    expect(globsOverlap({ glob: right }, { glob: left })).toBe(expected);
  });

  it("takes the base directories into account", () => {
    expect(globsOverlap({ glob: "**/*.ts", base: "packages/web" }, { glob: "packages/web/src/**" })).toBe(true);
    expect(globsOverlap({ glob: "**", base: "packages/web" }, { glob: "**", base: "packages/api" })).toBe(false);
  });

  it("is true whenever a file matches both globs", () => {
    const pathAndGlobs = filePath.chain((path) => fc.tuple(fc.constant(path), globFor(path), globFor(path)));
    fc.assert(
      fc.property(pathAndGlobs, ([path, left, right]) => {
        fc.pre(matchesGlob(left, path) && matchesGlob(right, path));
        expect(globsOverlap({ glob: left }, { glob: right })).toBe(true);
      }),
    );
  });
});

/** A glob that matches the path, or an arbitrary one. */
function globFor(path: string): fc.Arbitrary<string> {
  const segments = path.split("/");
  const loose = fc
    .tuple(
      ...segments.map((segment) =>
        fc.constantFrom(segment, "*", "**", `${segment.slice(0, 1)}*`, `*${segment.slice(-2)}`, `{x,${segment}}`),
      ),
    )
    .map((parts) => `/${parts.join("/")}`);
  return fc.oneof({ weight: 9, arbitrary: loose }, { weight: 1, arbitrary: anyGlob });
}
