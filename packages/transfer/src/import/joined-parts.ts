import type { LedgerEntry } from "../ledger/ledger.ts";
import type { JoinedFile } from "./joined-file.ts";
import type { ImportAction } from "./import-plan.ts";
import { type SourceFile, getSourcePath } from "./source-file.ts";

/** The texts of joined files that belong to none of their rules. They are planned like files of their own, with paths such as `AGENTS.md:12`. */
export class JoinedParts {
  readonly sources: readonly SourceFile[];
  /** The paths of the files, by the paths of their parts. */
  readonly #files: ReadonlyMap<string, string>;

  constructor(joined: readonly JoinedFile[]) {
    this.sources = joined.flatMap(({ added }) => added.map(({ source }) => source));
    this.#files = new Map(joined.flatMap(({ path, added }) => added.map(({ source }) => [getSourcePath(source), path])));
  }

  /** Returns the entries of a ledger that are not those of parts. */
  withoutParts(entries: ReadonlyMap<string, LedgerEntry>): readonly (readonly [path: string, entry: LedgerEntry])[] {
    return [...entries].filter(([path]) => !this.#files.has(path));
  }

  /** Returns the ids of the rules that were planned for the parts of a file. Undefined for a part without one. */
  rulesOf({ added }: JoinedFile, entries: ReadonlyMap<string, LedgerEntry>): readonly (string | undefined)[] {
    return added.map(({ source }) => entries.get(getSourcePath(source))?.rules[0]);
  }

  /** Names the files of an action instead of their parts. */
  nameSources(action: ImportAction): ImportAction {
    return { ...action, sources: [...new Set(action.sources.map((path) => this.#files.get(path) ?? path))] };
  }
}
