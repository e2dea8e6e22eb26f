import type { Rule } from "@precept/core";
import type { Dialect } from "../model/dialect.ts";
import type { DraftFile, ExportRequest } from "./draft.ts";
import type { RuleOutput } from "./rule-output.ts";

/** Collects the files of an export. */
export class DraftFiles {
  readonly #request: ExportRequest;
  readonly #files = new Map<string, DraftFile>();
  /** The rules to print in files with several rules, by path and id, where they differ. */
  readonly #amongOthers = new Map<string, Rule>();
  /** Paths in use, in lower case because some file systems ignore case. */
  readonly #usedPaths = new Set<string>();

  constructor(request: ExportRequest) {
    this.#request = request;
  }

  paths(): Iterable<string> {
    return this.#files.keys();
  }

  add({ path, codec, rule, preserved, amongOthers }: RuleOutput, target: Dialect): void {
    const file = this.#files.get(path);
    if (amongOthers !== undefined) this.#amongOthers.set(`${path}\n${rule.id}`, amongOthers);
    this.#usedPaths.add(path.toLowerCase());
    if (file === undefined) {
      this.#files.set(path, { path, codec, targets: [target], rules: [rule], preserved });
      return;
    }
    this.#files.set(path, {
      ...file,
      targets: file.targets.includes(target) ? file.targets : [...file.targets, target],
      rules: file.rules.some(({ id }) => id === rule.id) ? file.rules : [...file.rules, rule],
      // The preserved data belongs to a file with one rule.
      preserved: file.rules.every(({ id }) => id === rule.id) ? file.preserved : {},
    });
  }

  /** Whether the path has the file of another rule of this export for the same target. */
  isTaken(path: string, rule: Rule, target: Dialect): boolean {
    return this.#usedPaths.has(path.toLowerCase()) || this.#belongsToOther(path, rule, target);
  }

  /** Returns the name of a skill: that of the last export, else the first that is free in every directory of skills. */
  chooseSkillName(rule: Rule, directory: string, stem: string): string {
    const known = [...this.#request.ledger].find(
      ([path, { rules }]) => rules.length === 1 && rules[0] === rule.id && isSkillIn(path, directory),
    );
    const last = known?.[0].split("/").at(-2);
    if (last !== undefined && (last === stem || new RegExp(`^${stem}-\\d+$`).test(last))) return last;
    for (let number = 1; ; number += 1) {
      const name = number === 1 ? stem : `${stem}-${number}`;
      const path = `${directory}/${name}/SKILL.md`;
      const isUsed = this.#usedPaths.has(path.toLowerCase()) && !this.#hasRule(path, rule);
      if (!isUsed && !this.#belongsToOther(path, rule)) return name;
    }
  }

  /** Lists the files, their targets and their rules in the order of the request. */
  list(): readonly DraftFile[] {
    const rules = new Map(this.#request.rules.map(({ id }, index) => [id, index]));
    const { targets } = this.#request;
    return [...this.#files.values()].map((file) => ({
      ...file,
      targets: file.targets.toSorted((left, right) => targets.indexOf(left) - targets.indexOf(right)),
      rules: file.rules
        .map((rule) => (file.rules.length === 1 ? rule : (this.#amongOthers.get(`${file.path}\n${rule.id}`) ?? rule)))
        .toSorted((left, right) => (rules.get(left.id) ?? 0) - (rules.get(right.id) ?? 0)),
    }));
  }

  #hasRule(path: string, { id }: Rule): boolean {
    return this.#files.get(path)?.rules.some((rule) => rule.id === id) === true;
  }

  #belongsToOther(path: string, rule: Rule, target?: Dialect): boolean {
    const entry = this.#request.ledger.get(path);
    if (entry === undefined || entry.rules.includes(rule.id)) return false;
    if (target !== undefined && !entry.targets.includes(target.id)) return false;
    return this.#request.rules.some(({ id }) => entry.rules.includes(id));
  }
}

function isSkillIn(path: string, directory: string): boolean {
  return (
    path.startsWith(`${directory}/`) && path.slice(directory.length + 1).split("/").length === 2 && path.endsWith("/SKILL.md")
  );
}
