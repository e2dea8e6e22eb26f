import { expect, it } from "vitest";
import { drawPackages } from "./architecture.ts";

it("leaves out an arrow if another path leads to the same package", () => {
  const imported = new Map([
    ["core", []],
    ["files", ["core"]],
    ["store-fs", ["core", "files"]],
  ]);
  expect(drawPackages(imported).split("\n")).toEqual([
    "graph BT",
    '  core["core"]',
    '  files["files"]',
    '  store_fs["store-fs"]',
    "  files --> core",
    "  store_fs --> files",
  ]);
});
