import type { Rule } from "@precept/core";
import type { RuleSource } from "@precept/mdc-compat";
import type { Ledger, LedgerEntry } from "../ledger/ledger.ts";
import { isUnchanged } from "../plan/plan.ts";
import type { ExistingFile } from "../plan/export-plan.ts";

/** A rule file of another tool, or of a peer, to be imported. */
export interface SourceFile {
  readonly dialect: RuleSource;
  /** Id of the codec that parsed the file. */
  readonly format: string;
  /** The parsed rule. `origin.path` is the path of the file in the project. */
  readonly rule: Rule;
  /** Path relative to the rule directory of the tool. For files outside of such a directory, the file name. */
  readonly inRoot: string;
  readonly file: ExistingFile;
  /** For a symbolic link, the path of the file that it leads to. That file is a source too, or in the ledger. */
  readonly link?: string;
}

export function getSourcePath({ rule, inRoot }: Pick<SourceFile, "rule" | "inRoot">): string {
  return rule.origin.path ?? inRoot;
}

/** Returns the ledger entry of a file that was edited since Precept last wrote or read it. Links have no own text. */
export function findEditedEntry(source: SourceFile, ledger: Ledger): LedgerEntry | undefined {
  const entry = source.link === undefined ? ledger.get(getSourcePath(source)) : undefined;
  return entry === undefined || entry.link !== undefined || isUnchanged(source.file, entry) ? undefined : entry;
}

export function findHeading(content: string): string | undefined {
  return /^#{1,6}[ \t]+(.*\S)/m.exec(content)?.[1]?.replace(/[ \t]+#+$/, "");
}

export interface SourceGroup {
  /** Files with the same text, in order of precedence. */
  readonly files: readonly [SourceFile, ...SourceFile[]];
  readonly links: readonly LinkedSource[];
}

export interface LinkedSource {
  readonly source: SourceFile;
  readonly target: string;
  /** `text`: a regular file whose text is the path. `import`: a regular file that only imports the other one. */
  readonly kind: "link" | "text" | "import";
}

export function listSources({ files, links }: SourceGroup): readonly [SourceFile, ...SourceFile[]] {
  return [...files, ...links.map(({ source }) => source)];
}
