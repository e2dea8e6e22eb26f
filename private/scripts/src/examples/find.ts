import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";
import { blocksInMarkdown, blocksInSource, type CodeBlock } from "./extract.ts";

const documents = [
  "README.md",
  "CONTRIBUTING.md",
  "docs/*.md",
  "docs/guides/**/*.md",
  "packages/*/README.md",
  "apps/*/README.md",
];
const sources = ["packages/*/src/**/*.ts", "apps/*/src/**/*.ts"];

/** Finds every TypeScript code block in the READMEs, the guides and the doc comments of source files. Skips tests. */
export async function findExamples(root: string): Promise<readonly CodeBlock[]> {
  const blocks: CodeBlock[] = [];
  for (const path of await pathsOf(documents, root))
    blocks.push(...blocksInMarkdown(path, await readFile(join(root, path), "utf8")));
  for (const path of await pathsOf(sources, root)) {
    if (!path.endsWith(".test.ts")) blocks.push(...blocksInSource(path, await readFile(join(root, path), "utf8")));
  }
  return blocks;
}

async function pathsOf(patterns: readonly string[], root: string): Promise<readonly string[]> {
  const paths: string[] = [];
  for await (const path of glob([...patterns], { cwd: root })) paths.push(path.replaceAll("\\", "/"));
  return paths.toSorted();
}
