import type { Rule } from "@precept/core";
import { isWithin } from "@precept/mdc-compat";
import type { Ledger } from "../ledger/ledger.ts";

/**
 * Removes the rules that are read through a link to the file of another rule or of the ledger, unless the link makes the
 * rule apply to more directories.
 *
 * @param links the links of the project and the files that they lead to, by path.
 */
export function removeLinkedRules(rules: readonly Rule[], links: ReadonlyMap<string, string>, ledger: Ledger): readonly Rule[] {
  const bases = new Map(
    rules.flatMap(({ origin: { path, dialect, base = "" } }) =>
      path === undefined || dialect === "precept" ? [] : [[path, base] as const],
    ),
  );
  return rules.filter(({ origin: { path = "", base } }) => {
    const file = links.get(path);
    return file === undefined || !(bases.has(file) || ledger.has(file)) || !isWithin(base, bases.get(file));
  });
}
