import { describe, expect, it } from "vitest";
import { readYamlTree, type YamlTree } from "./yaml-tree.ts";

function treeOf(text: string, firstLine?: number): YamlTree {
  const read = readYamlTree(text, "a.yaml", firstLine);
  if (!("value" in read)) throw new Error(JSON.stringify(read));
  return read;
}

describe("readYamlTree", () => {
  const text = "a:\n  - x: 1\n    y: [two, three]\n";

  it("locates values and keys; a missing value has the location of its parent", () => {
    const tree = treeOf(text);
    expect(tree.value).toEqual({ a: [{ x: 1, y: ["two", "three"] }] });
    expect(tree.locate(["a", 0, "y", 1])).toEqual({ file: "a.yaml", line: 3, column: 14 });
    expect(tree.locateKey(["a", 0, "y"])).toEqual({ file: "a.yaml", line: 3, column: 5 });
    expect(tree.locate(["a", 0, "z"])).toEqual({ file: "a.yaml", line: 2, column: 5 });
  });

  it("counts lines from the start of the text in its file", () => {
    expect(treeOf(text, 11).locate(["a", 0, "x"])).toMatchObject({ line: 12 });
    expect(readYamlTree('a: "\\$"', "a.yaml", 11)).toMatchObject([{ location: { file: "a.yaml", line: 11, column: 5 } }]);
  });

  it("omits keys without values, and copies aliased values", () => {
    const tree = treeOf("a: &x { b: 1 }\nc: *x\nd:\n");
    expect(tree.value).toEqual({ a: { b: 1 }, c: { b: 1 } });
    const { a, c } = tree.value as { a: object; c: object };
    expect(a).not.toBe(c);
  });

  it.each([
    ["an unclosed quote", 'a: "b'],
    ["a value that YAML reads as a tag", "a: !b/**"],
    ["unclosed brackets", "[".repeat(20_000)],
    ["a value that contains itself", "a: &x [*x]"],
  ])("returns problems for %s", (_, broken) => {
    const read = readYamlTree(broken, undefined);
    expect("value" in read ? read.value : read[0]).toMatchObject({ location: { line: 1 } });
  });
});
