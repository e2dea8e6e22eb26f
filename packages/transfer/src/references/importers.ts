import { dialects, ruleFileNames, type Dialect, type ImportSpec } from "@precept/mdc-compat";
import type { Ledger } from "../ledger/ledger.ts";

/** A file of a tool that can import a shared file, and that replaces words of its text. */
interface PossibleImporter {
  readonly target: Dialect;
  readonly path: string;
  readonly imports: ImportSpec;
}

/** The tools that can import a shared file and that replace words which name no file. An export asks about each of its files. */
const importing = dialects.flatMap((target) => {
  const imports = target.importing?.format.spec.imports;
  return target.importing === undefined || imports?.replacesMissing !== true ? [] : [{ target, imports, ...target.importing }];
});

/** Lists the files that can import a shared file in the same directory, of tools that replace words which name no file. */
export function listImporters(shared: string): readonly PossibleImporter[] {
  const directory = shared.slice(0, shared.lastIndexOf("/") + 1);
  return importing
    .filter(({ imported }) => shared === directory + imported)
    .map(({ target, file, imports }) => ({ target, path: directory + file, imports }));
}

/**
 * Finds the imports of the tools that can import a file, also through links: tools that the ledger has files of. Whether
 * they do import it can depend on the other rules of the file, so it does not count: exports for different tools would
 * change the file in turns.
 *
 * @param targets further tools. Default: none.
 */
export function findImporters(file: string, ledger: Ledger, targets: readonly Dialect[] = []): readonly ImportSpec[] {
  const { linksTo, tools } = summarize(ledger);
  return [file, ...(linksTo.get(file) ?? [])].flatMap(listImporters).flatMap(({ target, path, imports }) => {
    const entry = ledger.get(path);
    const isUsed = targets.includes(target) || tools.has(target.id);
    return isUsed && entry?.link === undefined && entry?.handwritten !== true ? [imports] : [];
  });
}

interface LedgerSummary {
  /** The paths of links, by the path that they lead to. */
  readonly linksTo: ReadonlyMap<string, readonly string[]>;
  /** The ids of the tools that have files. */
  readonly tools: ReadonlySet<string>;
}

/** An export asks about each of its files. */
const summaries = new WeakMap<Ledger, LedgerSummary>();

function summarize(ledger: Ledger): LedgerSummary {
  const known = summaries.get(ledger);
  if (known !== undefined) return known;
  const links = [...ledger].flatMap(([path, { link }]) => (link === undefined ? [] : [{ path, link }]));
  const summary = {
    linksTo: new Map([...Map.groupBy(links, ({ link }) => link)].map(([link, found]) => [link, found.map(({ path }) => path)])),
    tools: new Set([...ledger.values()].flatMap(({ targets }) => targets)),
  };
  summaries.set(ledger, summary);
  return summary;
}

/** Whether a path is a file without conditions, such as `AGENTS.md`. An import of another rule file ignores its conditions. */
export function isPlainRuleFile(path: string): boolean {
  return [...ruleFileNames].some((name) => path === name || path.endsWith(`/${name}`));
}
