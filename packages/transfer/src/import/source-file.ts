import { toSafeName, type Rule } from "@precept/core";
import type { Dialect } from "@precept/mdc-compat";
import type { ExistingFile } from "../plan/plan.ts";

/** A rule file of another tool, to be imported. */
export interface SourceFile {
  readonly dialect: Dialect;
  /** Id of the codec that parsed the file. */
  readonly format: string;
  /** The parsed rule. `origin.path` is the path of the file in the project. */
  readonly rule: Rule;
  /** Path relative to the rule directory of the tool. For files outside of such a directory, the file name. */
  readonly inRoot: string;
  readonly file: ExistingFile;
  /** For a path with symbolic links, the path of the file that it leads to, in the project. That file is a source too, or in the ledger. */
  readonly link?: string;
}

/** Returns the path of a source file in the project. */
export function getSourcePath({ rule, inRoot }: Pick<SourceFile, "rule" | "inRoot">): string {
  return rule.origin.path ?? inRoot;
}

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
