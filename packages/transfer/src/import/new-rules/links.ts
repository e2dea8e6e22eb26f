import { normalisePath, type Rule } from "@precept/core";
import { findRuleImports } from "@precept/mdc-compat";
import type { LedgerEntry } from "../../ledger/ledger.ts";
import { resolveImport } from "../../references/reference-path.ts";
import type { ChangedEntries, ExcludedFile, PlanImportOptions } from "../import-plan.ts";
import { createLinkEntry, findServed } from "../ledger-entries.ts";
import { getSourcePath, type LinkedSource, type SourceFile } from "../source-file.ts";

/** Maximum length of the target of a link that git checked out as text. */
const maxLength = 1024;

/** A file that only names another one. */
export interface TextLink {
  /** The path of the other file in the project. It need not exist. */
  readonly target: string;
  /** Whether the tool imports the other file, as Claude Code does for `@AGENTS.md`. */
  readonly isImport: boolean;
}

/**
 * Returns the file that a rule file names if it has no other text: as a relative path, as git checks out a symbolic
 * link without `core.symlinks`, or as an import such as `@AGENTS.md`.
 */
export function findTextLink(path: string, text: string, rule: Rule): TextLink | undefined {
  const word = text.trim();
  if (word === "" || word.length > maxLength || /[\n\r\0]/.test(word)) return undefined;
  const imported = findImport(path, word, rule);
  if (imported !== undefined) return imported === path ? undefined : { target: imported, isImport: true };
  if (word.startsWith("/") || text.startsWith(" ")) return undefined;
  const target = normalisePath(path.slice(0, path.lastIndexOf("/") + 1) + word.replaceAll("\\", "/"));
  return target === path || /^\.\.(?:\/|$)/.test(target) ? undefined : { target, isImport: false };
}

function findImport(path: string, word: string, rule: Rule): string | undefined {
  if (rule.origin.imports !== true) return undefined;
  const [only, ...others] = findRuleImports(word, rule);
  const isWhole = only !== undefined && only.start === 0 && only.end === word.length && others.length === 0;
  return isWhole ? resolveImport(only.path, path) : undefined;
}

export interface SortedSources {
  readonly files: readonly SourceFile[];
  /** Links to files that are imported now. */
  readonly links: readonly LinkedSource[];
  /** The paths of links to files that are in the ledger already. */
  readonly known: readonly string[];
  /** The entries of the known links, and of the files that they lead to. */
  readonly entries: ChangedEntries;
  /** Files that are links only by their text. */
  readonly excluded: readonly ExcludedFile[];
}

/** Follows the links among source files. @param all all source files of the import, by path. */
export function followLinks(
  sources: readonly SourceFile[],
  all: ReadonlyMap<string, SourceFile>,
  { ledger, natives }: PlanImportOptions,
): SortedSources {
  const files: SourceFile[] = [];
  const links: LinkedSource[] = [];
  const excluded: ExcludedFile[] = [];
  const known: string[] = [];
  const entries = new Map<string, LedgerEntry>();
  for (const source of sources) {
    const link = findLink(source, all, (path) => ledger.has(path));
    if (link === undefined) {
      files.push(source);
      continue;
    }
    const path = getSourcePath(source);
    const { target, kind } = link;
    const reason = kind === "import" ? `only imports ${target}` : `a link to ${target}, checked out as text`;
    if (ledger.get(path)?.link !== target && kind !== "link") excluded.push({ path, reason });
    const entry = ledger.get(target);
    if (entry === undefined || entry.link !== undefined) {
      links.push(link);
      continue;
    }
    known.push(path);
    const served = findServed(link, natives.get(entry.rules[0] ?? "")?.origin.base);
    const targets = new Set([...entry.targets, ...(entries.get(target)?.targets ?? []), ...served]);
    entries.set(target, { ...entry, targets: [...targets].toSorted() });
    entries.set(path, createLinkEntry(link, entry));
  }
  return { files, links, known, entries: [...entries], excluded };
}

/** Returns the file that a source file leads to, through any number of links. Undefined for a file with a text. */
function findLink(
  source: SourceFile,
  all: ReadonlyMap<string, SourceFile>,
  isManaged: (path: string) => boolean,
): LinkedSource | undefined {
  if (source.link !== undefined) return { source, target: source.link, kind: "link" };
  const visited = new Set<string>();
  let target: string | undefined;
  let kind: LinkedSource["kind"] = "text";
  for (let current: SourceFile | undefined = source; current !== undefined; current = all.get(target ?? "")) {
    const path = getSourcePath(current);
    if (visited.has(path)) return undefined;
    visited.add(path);
    const text = findTextLink(path, current.file.text, current.rule);
    const next = current.link ?? text?.target;
    if (current === source && text?.isImport === true) kind = "import";
    if (next === undefined || !(all.has(next) || isManaged(next))) break;
    target = next;
  }
  return target === undefined ? undefined : { source, target, kind };
}
