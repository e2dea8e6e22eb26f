import type { Rule } from "@precept/core";
import { dialects, type Dialect } from "@precept/mdc-compat";
import { isFor } from "../select/is-for.ts";
import type { Ledger } from "../ledger/ledger.ts";

/** A rule in a file that an export writes, which only the exports for other tools would write there. */
interface SharedRule {
  readonly rule: Rule;
  readonly path: string;
  /** The tools that the rule is for, of those that the file was written for before. */
  readonly writers: readonly Dialect[];
}

/** Finds the tools that a file was written for by earlier exports, and that this export does not write for. Several tools read `AGENTS.md`. */
export function findOtherWriters(path: string, ledger: Ledger, targets: readonly Dialect[]): readonly Dialect[] {
  const ids = ledger.get(path)?.targets ?? [];
  return dialects.filter((dialect) => ids.includes(dialect.id) && !targets.includes(dialect));
}

/**
 * Lists the rules of other tools that the files at some paths have since an earlier export.
 *
 * @param isServed whether a target of this export reads a rule in the file at a path, and gets no other.
 */
export function findSharedRules(
  paths: Iterable<string>,
  { rules, ledger, targets }: { readonly rules: readonly Rule[]; readonly ledger: Ledger; readonly targets: readonly Dialect[] },
  isServed: (rule: Rule, path: string) => boolean,
): readonly SharedRule[] {
  const byId = new Map(rules.map((rule) => [rule.id, rule]));
  return [...paths].flatMap((path) => {
    const others = findOtherWriters(path, ledger, targets);
    return (ledger.get(path)?.rules ?? []).flatMap((id) => {
      const rule = byId.get(id);
      // The rules of the targets were decided on already: if they are not in the file, they are left out.
      if (rule === undefined || (!isServed(rule, path) && targets.some((target) => isFor(rule, target)))) return [];
      const writers = others.filter((dialect) => isFor(rule, dialect));
      return writers.length === 0 ? [] : [{ rule, path, writers }];
    });
  });
}
