import { dialects, ruleFileNames, type Dialect, type ImportSpec } from "@precept/mdc-compat";
import type { Ledger } from "../ledger/ledger.ts";

/** A file of a tool that can import a shared file, and that replaces words of its text. */
export interface PossibleImporter {
  readonly target: Dialect;
  readonly path: string;
  readonly imports: ImportSpec;
}

/** Lists the files that can import a shared file in the same directory, of tools that replace words which name no file. */
export function listImporters(shared: string): readonly PossibleImporter[] {
  return dialects.flatMap((target): readonly PossibleImporter[] => {
    const { importing } = target;
    const imports = importing?.format.spec.imports;
    if (importing === undefined || imports?.replacesMissing !== true) return [];
    const directory = shared.slice(0, shared.lastIndexOf("/") + 1);
    return shared === directory + importing.imported ? [{ target, path: directory + importing.file, imports }] : [];
  });
}

/** Whether an importer of a file is in the ledger. */
export function isInLedger({ path }: PossibleImporter, shared: string, ledger: Ledger): boolean {
  return ledger.get(path)?.imports === shared;
}

/** Whether a path is a file without conditions, such as `AGENTS.md`. An import of another rule file ignores its conditions. */
export function isPlainRuleFile(path: string): boolean {
  return [...ruleFileNames].some((name) => path === name || path.endsWith(`/${name}`));
}
