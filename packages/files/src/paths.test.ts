import { sep } from "node:path";
import { expect, it } from "vitest";
import { pathInside, shownPath, toPosix } from "./paths.ts";

it.each([
  ["/a", "/a/b/c", "b/c"],
  ["/a", "/a", ""],
  ["/a/", "/a/b", "b"],
  ["/", "/b", "b"],
  ["/a", "/a/..b", "..b"],
  ["/a", "/a/b/../c", "c"],
  ["/a", "/ab", undefined],
  ["/a", "/", undefined],
  ["/a/b", "/a/c", undefined],
  ["/a", "/a/../b", undefined],
])("seen from %s, %s is %s", (dir, path, inside) => {
  expect(pathInside(dir, path)).toBe(inside);
});

it("a path is shown relative to the project where it lies inside it, else whole", () => {
  expect(shownPath("/project", "/project/rules/a.mdc")).toBe("rules/a.mdc");
  expect(shownPath("/project", "/elsewhere/a.mdc")).toBe("/elsewhere/a.mdc");
});

it("a path has slashes between its segments, whatever the system", () => {
  expect(toPosix(["a", "b", "c"].join(sep))).toBe("a/b/c");
});
