import { createProject } from "@precept/testing";
import { expect, it } from "vitest";
import { readLinesIn } from "./read-lines.ts";
import { openRoot } from "./root.ts";

async function linesOf(text: string, maxLineBytes = 1000): Promise<readonly (string | undefined)[]> {
  const { dir } = await createProject({ "a.txt": text });
  const lines: (string | undefined)[] = [];
  for await (const line of readLinesIn(openRoot(dir), "a.txt", { maxLineBytes })) lines.push(line);
  return lines;
}

it("returns lines without their ends, also the last one", async () => {
  expect(await linesOf("")).toEqual([]);
  expect(await linesOf("a\n\nb")).toEqual(["a", "", "b"]);
  expect(await linesOf("a\nb\n")).toEqual(["a", "b"]);
});

it("joins the parts of lines that are longer than what is read at a time", async () => {
  const lines = [`ä${"x".repeat(70_000)}`, "y".repeat(65_536), "é".repeat(200_000)];
  expect(await linesOf(lines.join("\n"), 1_000_000)).toEqual(lines);
});

it("returns undefined for a line that is too long", async () => {
  expect(await linesOf(`a\n${"x".repeat(300_000)}\nb\n${"y".repeat(11)}`, 10)).toEqual(["a", undefined, "b", undefined]);
});
