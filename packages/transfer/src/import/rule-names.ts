import type { Rule } from "@precept/core";
import { getNameKey } from "../select/name-key.ts";
import { findAvailableName } from "./find-available-name.ts";
import { type SourceFile, getSafeStem, getStem } from "./source-file.ts";

/** Chooses the names and paths of new native rules: those of their files, unless other rules have them. */
export class RuleNames {
  readonly #names: Set<string>;
  readonly #paths: Set<string>;

  /** @param natives the existing native rules, by id. */
  constructor(natives: ReadonlyMap<string, Rule>) {
    this.#names = new Set([...natives.values()].map(getNameKey));
    const paths = Array.from(natives.values(), ({ scope, origin }) => (scope === "project" ? origin.path : undefined));
    this.#paths = new Set(paths.map((path) => path?.toLowerCase() ?? ""));
  }

  /** Chooses a name that no native rule of the directory has: the rule's own name if possible, else one derived from its path. */
  chooseName({ inRoot, dialect }: SourceFile, rule: Rule): string {
    const fromPath = getStem(inRoot).replaceAll("/", "-");
    const own = rule.origin.label === true ? getStem(rule.name) : rule.name;
    const name = findAvailableName(
      [own, fromPath, `${fromPath}-${dialect.id}`],
      (candidate) => this.#names.has(getNameKey({ ...rule, name: candidate })),
      this.#names.size,
    );
    this.#names.add(getNameKey({ ...rule, name }));
    return name;
  }

  /** Chooses a path that no native rule has, whatever the case of its letters. */
  choosePath({ inRoot, dialect }: SourceFile, { origin: { base } }: Rule): string {
    const dir = `${base === undefined ? "" : `${base}/`}.precept/rules`;
    const stem = getSafeStem(inRoot);
    const getPath = (candidate: string): string => `${dir}/${candidate}.md`;
    const available = findAvailableName(
      [stem, `${stem}-${dialect.id}`],
      (candidate) => this.#paths.has(getPath(candidate).toLowerCase()),
      this.#paths.size,
    );
    this.#paths.add(getPath(available).toLowerCase());
    return getPath(available);
  }
}
