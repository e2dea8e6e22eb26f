import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

/** The folders of this package, lowest first. A folder imports only from folders before it. */
const layers = [
  "text",
  "model",
  "markdown",
  "glob",
  "ports",
  "mirror",
  "search",
  "parse",
  "match",
  "merge",
  "trace",
  "compose",
  "budget",
  "expand",
  "resolve",
  "wire",
  "memory-store",
  "memory-state",
  "rulebook",
  "service",
];

const root = new URL(".", import.meta.url);

it("imports only from lower layers", () => {
  const upward = sourceFiles().flatMap((file) => {
    const from = layers.indexOf(folderOf(new URL(file, root)));
    return importsOf(file)
      .filter((target) => layers.indexOf(folderOf(target)) > from)
      .map((target) => `${file} imports ${target.href.slice(root.href.length)}`);
  });
  expect(upward).toEqual([]);
});

it("puts every source file into a layer", () => {
  expect(new Set(sourceFiles().map((file) => folderOf(new URL(file, root))))).toEqual(new Set(layers));
});

/** Paths of the source files in folders, without tests. */
function sourceFiles(): readonly string[] {
  return readdirSync(root, { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => /^.+\/[^/]+(?<!\.test)\.ts$/.test(file));
}

function importsOf(file: string): readonly URL[] {
  const imports = readFileSync(new URL(file, root), "utf8").matchAll(/^(?:import|export) [^;]*?from "(\.[^"]+)";$/gm);
  return Array.from(imports, ([, specifier = ""]) => new URL(specifier, new URL(file, root)));
}

function folderOf(file: URL): string {
  return file.href.slice(root.href.length).split("/")[0] ?? "";
}
