import type { Rule } from "@precept/core";
import { dialects, ruleLocations, type Dialect } from "@precept/mdc-compat";
import type { Ledger } from "../ledger/ledger.ts";
import { getOutputPaths } from "../print/output-path.ts";
import { findCopies, isNative } from "../select/find-copies.ts";
import { removeLinkedRules } from "../select/linked-rules.ts";
import { isOnlyFor } from "../select/tools.ts";
import { findRuleDirectories } from "../select/rule-directories.ts";
import type { ExportRequest } from "./request.ts";

export interface ExportProject {
  /** The rules to assign. Each text occurs once. */
  readonly rules: readonly Rule[];
  readonly byOwnFile: ReadonlyMap<string, Rule>;
  /** Rules of other tools' files, each with the rule that it is a copy of. */
  readonly copies: ReadonlyMap<Rule, Rule>;
  /** The ledger without the files of other tools that no longer exist. */
  readonly ledger: Ledger;
  /** Links that lead to rule files, with the paths that they lead to. */
  readonly links: ReadonlyMap<string, string>;
  /** Files that exist, and that the export neither writes nor deletes. */
  readonly fixedPaths: readonly string[];
  /** One path for each place to which the export can write files for a target. */
  readonly outputPaths: ReadonlyMap<Dialect, readonly string[]>;
}

export function describeProject(request: ExportRequest): ExportProject {
  const { rules, targets } = request;
  const ledger = withoutMissingFiles(request);
  const recorded = [...ledger].flatMap(([path, { link }]) => (link === undefined ? [] : [[path, link] as const]));
  const links = new Map([...(request.links ?? []), ...recorded]);
  const foreign = rules.flatMap(({ origin: { path, dialect } }) => (path === undefined || dialect === "precept" ? [] : [path]));
  const read = removeLinkedRules(rules, links, ledger);
  const copies = findCopies(read);
  const directories = new Set(rules.flatMap((rule) => [rule.origin.base ?? [], findRuleDirectories(rule) ?? []].flat()));
  const others = [...ledger].filter(([, entry]) => !isOnlyFor(entry.targets, targets)).map(([path]) => path);
  const distinct = read.filter((rule) => !copies.has(rule));
  return {
    rules: distinct,
    byOwnFile: new Map(distinct.flatMap((rule) => (isNative(rule) ? [] : [[rule.origin.path ?? "", rule] as const]))),
    copies,
    ledger,
    links,
    fixedPaths: [...new Set(foreign), ...others, ...links.keys(), ...(request.blocked ?? []), ...findRequiredPaths(rules)],
    outputPaths: new Map(targets.map((target) => [target, getOutputPaths(target, directories)])),
  };
}

/** Finds the tools that a file was written for by earlier exports, and that this export does not write for. */
export function findOtherWriters(path: string, { ledger, targets }: ExportRequest): readonly Dialect[] {
  const ids = ledger.get(path)?.targets ?? [];
  if (isOnlyFor(ids, targets)) return [];
  return dialects.filter((dialect) => ids.includes(dialect.id) && !targets.includes(dialect));
}

/** Finds the tools that earlier exports wrote files for, and that this export does not write for. */
export function findExportedTools({ ledger, targets }: ExportRequest): readonly Dialect[] {
  const ids = new Set([...ledger.values()].flatMap((entry) => entry.targets));
  return dialects.filter((dialect) => ids.has(dialect.id) && !targets.includes(dialect));
}

function withoutMissingFiles({ ledger, readFile, targets }: ExportRequest): Ledger {
  if (readFile === undefined) return ledger;
  return new Map(
    [...ledger].filter(([path, entry]) => {
      return isOnlyFor(entry.targets, targets) || readFile(entry.link ?? path) !== undefined;
    }),
  );
}

/** Returns the paths that have to exist so that tools read the files of the rules. The workspace checked that. */
function findRequiredPaths(rules: readonly Rule[]): readonly string[] {
  const formats = new Set(rules.map(({ origin }) => origin.dialect));
  return ruleLocations.flatMap(({ requires, codec }) => (requires !== undefined && formats.has(codec.id) ? [requires] : []));
}
