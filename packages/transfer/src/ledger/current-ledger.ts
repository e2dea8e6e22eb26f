import { isSkillFile, ruleLocations } from "@precept/mdc-compat";
import type { Ledger, LedgerEntry } from "./ledger.ts";

export interface CurrentPaths {
  /** See `ExportRequest`. */
  readonly linkedDirectories: ReadonlyMap<string, string>;
  /** Returns the path of the file that a path leads to. Undefined if there is none in the project. */
  readonly followLinks: (path: string) => string | undefined;
}

/**
 * Returns a ledger that fits the links of the project as they are now: without links that a user removed or changed, so
 * that their tools get separate files again, and with the used path of each directory of skills. Otherwise, an export
 * would delete the only file of a skill after `.claude/skills` became a link to `.agents/skills`.
 */
export function fitLedger(ledger: Ledger, { linkedDirectories, followLinks }: CurrentPaths): Ledger {
  const fitting = new Map<string, LedgerEntry>();
  for (const [path, entry] of ledger) {
    if (entry.link !== undefined) {
      const target = followLinks(path);
      // A regular file can be a link by its text.
      if (target === entry.link || target === path) fitting.set(path, entry);
      continue;
    }
    const [dir, used] = [...linkedDirectories].find(([one]) => path.startsWith(`${one}/`)) ?? [];
    if (dir === undefined) fitting.set(path, entry);
    else {
      const file = `${used}${path.slice(dir.length)}`;
      const known = ledger.get(file) ?? fitting.get(file) ?? entry;
      fitting.set(file, { ...known, targets: [...new Set([...known.targets, ...entry.targets])].toSorted() });
    }
  }
  return fitting;
}

/** Creates the entries of the paths that lead to the skills of an export through linked directories. */
export function createLinkEntries(
  paths: readonly string[],
  { linkedDirectories, ledger }: Pick<CurrentPaths, "linkedDirectories"> & { readonly ledger: Ledger },
): ReadonlyMap<string, LedgerEntry> {
  const entries = new Map<string, LedgerEntry>();
  for (const [link, dir] of linkedDirectories) {
    const location = ruleLocations.find((one) => one.personal !== true && `/${link}`.endsWith(`/${one.dir}`));
    for (const path of paths) {
      const entry = ledger.get(path);
      const linked = `${link}${path.slice(dir.length)}`;
      if (location === undefined || entry === undefined || !path.startsWith(`${dir}/`) || !isSkillFile(path)) continue;
      const { rules, sha256 } = entry;
      entries.set(linked, { targets: [location.dialect.id], format: location.codec.id, rules, sha256, link: path });
    }
  }
  return entries;
}
