import type { Rule } from "@precept/core";
import type { ExportRequest } from "./request.ts";
import { findRuleDirectories } from "../select/rule-directories.ts";
import { findRequiredPaths, getOutputPaths } from "../read-back/target-reads.ts";
import { isWithin } from "@precept/mdc-compat";

/** The paths of the rule files of a project, as far as an export knows them. */
export class ProjectPaths {
  /** Links that lead to rule files, with the paths that they lead to. */
  readonly links: ReadonlyMap<string, string>;
  /** Files that exist, and that the export does not write or delete. */
  readonly #fixed: ReadonlySet<string>;
  /** Paths that stand for the files that the export writes. */
  readonly #outputs: readonly string[];
  readonly #known: ReadonlySet<string>;
  /** The directories that the rules of files of other tools apply to, by path. The project is the empty string. */
  readonly #bases: ReadonlyMap<string, string>;

  constructor({ rules, targets, ledger, links = new Map() }: ExportRequest) {
    const recorded = [...ledger].flatMap(([path, { link }]) => (link === undefined ? [] : [[path, link] as const]));
    this.links = new Map([...links, ...recorded]);
    const ids: ReadonlySet<string> = new Set(targets.map(({ id }) => id));
    const others = [...ledger].filter(([, entry]) => !entry.targets.every((target) => ids.has(target)));
    this.#bases = new Map(
      rules.flatMap(({ origin: { path, dialect, base = "" } }) =>
        path === undefined || dialect === "precept" ? [] : [[path, base] as const],
      ),
    );
    const own = [...this.#bases.keys()];
    this.#fixed = new Set([...own, ...others.map(([path]) => path), ...this.links.keys(), ...findRequiredPaths(rules)]);
    this.#known = new Set([...own, ...ledger.keys()]);
    const directories = new Set(
      rules.flatMap((rule) => [
        ...(rule.origin.base === undefined ? [] : [rule.origin.base]),
        ...(findRuleDirectories(rule) ?? []),
      ]),
    );
    this.#outputs = targets.flatMap((target) => getOutputPaths(target, directories));
  }

  /**
   * Whether a rule was read through a link to a file that is a rule file itself, so that it is the rule of that file, unless the link makes it apply to
   * more directories.
   */
  isReadThroughLink({ origin: { path, base } }: Rule): boolean {
    const file = path === undefined ? undefined : this.links.get(path);
    if (file === undefined || !this.#known.has(file)) return false;
    return isWithin(base, this.#bases.get(file));
  }

  /** The paths to decide what a tool reads before all files are known: those of an export in which each target has a file of its own. */
  before(drafted: Iterable<string>): readonly string[] {
    return [...this.#fixed, ...this.#outputs, ...drafted];
  }

  /** The paths after the export. */
  after(drafted: Iterable<string>): readonly string[] {
    return [...this.#fixed, ...drafted];
  }
}
