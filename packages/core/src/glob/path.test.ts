import { expect, it } from "vitest";
import { normalisePath } from "./path.ts";

it.each([
  // written, root, normalised
  ["src/a.ts", undefined, "src/a.ts"],
  ["./src//a.ts", undefined, "src/a.ts"],
  ["src/./b/../a.ts", undefined, "src/a.ts"],
  ["src/b/", undefined, "src/b"],
  ["src\\b\\a.ts", undefined, "src/b/a.ts"],
  ["../a.ts", undefined, "../a.ts"],
  ["a/../../b.ts", undefined, "../b.ts"],
  ["../../a.ts", undefined, "../../a.ts"],
  ["/etc/hosts", undefined, "etc/hosts"],
  ["C:\\a\\b.ts", undefined, "a/b.ts"],
  ["c:a.ts", undefined, "a.ts"],
  ["..a/.b.", undefined, "..a/.b."],
  [".", undefined, ""],
  ["", undefined, ""],
  ["src/a.ts", "/project", "src/a.ts"],
  ["/project/src/a.ts", "/project", "src/a.ts"],
  ["/project/src/a.ts", "/project/", "src/a.ts"],
  ["/project/x/../a.ts", "/project/y/..", "a.ts"],
  ["/project", "/project", ""],
  ["/projects/a.ts", "/project", "../projects/a.ts"],
  ["/other/a.ts", "/home/project", "../../other/a.ts"],
  ["C:\\project\\src\\a.ts", "C:\\project", "src/a.ts"],
  ["c:/project/src/a.ts", "C:\\project", "src/a.ts"],
  ["C:\\Project\\a.ts", "C:\\project", "../Project/a.ts"],
  ["\\\\server\\share\\a.ts", "\\\\server\\share", "a.ts"],
])("normalises %j in %j to %j", (path, root, normalised) => {
  expect(normalisePath(path, root)).toBe(normalised);
});
