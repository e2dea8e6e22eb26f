import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { findRetiredWords, type Finding } from "./find-words.ts";
import { markdownSegments, yamlSegments } from "./markdown-segments.ts";
import type { WordList } from "./word-list.ts";
import type { Segment } from "./segments.ts";
import { typescriptSegments } from "./typescript-segments.ts";

/** A retired word and its place in the repository. */
export interface LocatedFinding extends Finding {
  readonly path: string;
  readonly line: number;
}

/** Generated files are checked through their sources. The list and the tests of this check contain retired words. */
const excluded = [
  /^docs\/reference\//,
  /^packages\/governance\/src\/starters\.ts$/,
  /^private\/scripts\/src\/words\/(?:retired-words|words\.test)\.ts$/,
  // Prompts and words of prompts.
  /^private\/relevance\/src\/(?:ordinary-prompts|wrappings)\.ts$/,
  /^packages\/core\/src\/search\/ordinary-words\.ts$/,
  /^pnpm-lock\.yaml$/,
  /(?:^|\/)CHANGELOG\.md$/,
];

/** @param paths relative to `root`. Files of other kinds than TypeScript, Markdown and YAML are checked by their names only. */
export function checkFiles(root: string, paths: readonly string[], words: WordList): readonly LocatedFinding[] {
  return paths
    .filter((path) => path !== "" && !excluded.some((pattern) => pattern.test(path)) && existsSync(join(root, path)))
    .flatMap((path) => {
      const source = readFileSync(join(root, path), "utf8");
      const segments: readonly Segment[] = [{ kind: "name", text: path, offset: 0 }, ...segmentsOf(path, source)];
      return findRetiredWords(path, segments, words)
        .toSorted((left, right) => left.offset - right.offset)
        .map((finding) => ({ ...finding, path, line: source.slice(0, finding.offset).split("\n").length }));
    });
}

function segmentsOf(path: string, source: string): readonly Segment[] {
  if (/\.[cm]?ts$/.test(path)) return typescriptSegments(path, source);
  if (/\.mdc?$/.test(path)) return markdownSegments(source);
  if (/\.ya?ml$/.test(path)) return yamlSegments(source);
  return [];
}
