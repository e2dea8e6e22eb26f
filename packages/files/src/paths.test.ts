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
])("in %s, the path %s is %s", (dir, path, inside) => {
  expect(pathInside(dir, path)).toBe(inside);
});

it("a path is shown relative to the project if it is inside, or else absolute", () => {
  expect(shownPath("/project", "/project/rules/a.mdc")).toBe("rules/a.mdc");
  expect(shownPath("/project", "/elsewhere/a.mdc")).toBe("/elsewhere/a.mdc");
});

it("a path is converted to forward slashes", () => {
  expect(toPosix(["a", "b", "c"].join(sep))).toBe("a/b/c");
});
