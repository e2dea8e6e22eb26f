import type { Ledger } from "./ledger.ts";

/** Names the native rules in the entries of files that were exported from the files of other tools, which are now files of the native rules. */
export function renameRules(ledger: Ledger, ids: ReadonlyMap<string, string>): Ledger {
  if (ids.size === 0) return ledger;
  const rename = (id: string): string => ids.get(id) ?? id;
  return new Map(
    [...ledger].map(([path, entry]) => {
      if (!entry.rules.some((id) => ids.has(id))) return [path, entry];
      const { sections } = entry;
      return [
        path,
        {
          ...entry,
          rules: entry.rules.map(rename),
          ...(sections !== undefined && { sections: sections.map((section) => ({ ...section, rule: rename(section.rule) })) }),
        },
      ];
    }),
  );
}
