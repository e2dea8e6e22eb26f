import type { SourceFile } from "./plan.ts";

/** Returns the path of a source file in the project. */
export function getSourcePath({ rule, inRoot }: Pick<SourceFile, "rule" | "inRoot">): string {
  return rule.origin.path ?? inRoot;
}

import { toSafeName } from "@precept/core";

/** Returns the path of a source file without extension. A rule that is a folder is named after it. */
export function getStem(path: string): string {
  const [, folder] = /^(.+)\/(?:SKILL\.md|RULE\.mdc)$/.exec(path) ?? [];
  const [, stem = folder ?? path] =
    folder !== undefined ? [] : (/^(.*?)(?:\.instructions)?\.(?:mdc|md|markdown|txt)$/i.exec(path) ?? []);
  return stem.replace(/^\.+/, "");
}

/** Maximum length of the path of an imported rule relative to its rule directory, without extension. */
const maxStemLength = 400;

/** Returns the path of a source file without extension, valid on every system. If it is too long, only its last segment. */
export function getSafeStem(inRoot: string): string {
  const segments = getStem(inRoot).split("/").map(toSafeName);
  const stem = segments.join("/");
  return stem.length <= maxStemLength ? stem : (segments.at(-1) ?? stem);
}
