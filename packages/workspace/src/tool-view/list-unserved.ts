import type { Rule } from "@precept/core";
import type { Dialect } from "@precept/mdc-compat";
import type { Ledger } from "@precept/transfer";
import type { SeenFile, UnservedRule } from "../tool-view.ts";

/** Lists the rules that a tool does not read in any file. Rules from files of other tools are left out: their files are listed. */
export function listUnserved(
  rules: readonly Rule[],
  { id, title, aliases }: Dialect,
  files: readonly SeenFile[],
  ledger: Ledger,
): readonly UnservedRule[] {
  const read = files.filter(({ status }) => status === "read");
  const served = new Set(read.flatMap(({ rules: ids }) => ids));
  const paths = new Set(files.map(({ path }) => path));
  return rules.flatMap((rule): readonly UnservedRule[] => {
    if (
      served.has(rule.id) ||
      (rule.origin.path !== undefined && paths.has(rule.origin.path) && rule.origin.dialect !== "precept")
    )
      return [];
    if (rule.origin.path !== undefined && read.some(({ path }) => path === rule.origin.path)) return [];
    return [{ rule, reason: explain(rule) }];
  });

  function explain({ id: rule, targets, enabled, pending, scope, origin }: Rule): string {
    if (!enabled) return "disabled";
    if (pending) return "not approved yet";
    if (origin.overlay === true) return "an overlay of one user, which only Precept delivers";
    if (targets.length > 0 && ![id, ...aliases].some((name) => targets.includes(name))) return `only for ${targets.join(", ")}`;
    if (scope !== "project") return `a ${scope} rule, which only Precept delivers`;
    const exported = [...ledger].filter(([, entry]) => entry.rules.includes(rule)).map(([path]) => path);
    return exported.length === 0 ? "not exported" : `exported to ${exported.join(", ")}, which ${title} does not read`;
  }
}
