import type { Rule } from "@precept/core";
import { type Dialect, isSkillFile } from "@precept/mdc-compat";
import type { DraftFile } from "../print/draft-file.ts";
import type { ExportRequest } from "./request.ts";
import type { RuleOutput } from "../print/rule-output.ts";

/** A file that other rules can still be added to. */
interface OpenFile {
  readonly path: string;
  codec: DraftFile["codec"];
  /** The codec if it has several rules. */
  readonly joinedCodec: DraftFile["codec"];
  readonly targets: Set<Dialect>;
  /** By id. */
  readonly rules: Map<string, Rule>;
  preserved: DraftFile["preserved"];
}

/** Collects the files of an export. */
export class DraftFiles {
  readonly #request: ExportRequest;
  readonly #files = new Map<string, OpenFile>();
  /** The rules to print in files with several rules, by path and id. Others are the same in every file. */
  readonly #joined = new Map<string, Rule>();
  /** Paths in use, in lower case because some file systems ignore case. */
  readonly #usedPaths = new Set<string>();
  /** The positions of the rules in the export, by id. */
  readonly #ranks: ReadonlyMap<string, number>;
  /** The paths of the skills in the ledger, by rule. */
  readonly #skills = new Map<string, string[]>();

  constructor(request: ExportRequest) {
    this.#request = request;
    this.#ranks = new Map(request.rules.map(({ id }, index) => [id, index]));
    for (const [path, { rules }] of request.ledger) {
      const [rule] = rules;
      if (rules.length === 1 && rule !== undefined && isSkillFile(path))
        this.#skills.set(rule, [...(this.#skills.get(rule) ?? []), path]);
    }
  }

  paths(): Iterable<string> {
    return this.#files.keys();
  }

  add({ path, codec, rule, joined, joinedCodec = codec, preserved }: RuleOutput, target: Dialect): void {
    if (joined !== undefined) this.#joined.set(`${path} ${rule.id}`, joined);
    const file = this.#files.get(path);
    this.#usedPaths.add(path.toLowerCase());
    if (file === undefined) {
      const rules = new Map([[rule.id, rule]]);
      this.#files.set(path, { path, codec, joinedCodec, targets: new Set([target]), rules, preserved });
      return;
    }
    file.targets.add(target);
    if (file.rules.has(rule.id)) return;
    file.rules.set(rule.id, rule);
    file.codec = file.joinedCodec;
    // The preserved data belongs to a file with one rule.
    file.preserved = {};
  }

  /** The rule as it is printed in a file with several rules. An imported file's own name for its rule is lost with the next rule, so it is not used. */
  #toSection(path: string, rule: Rule): Rule {
    const joined = this.#joined.get(`${path} ${rule.id}`) ?? rule;
    return { ...joined, name: this.#request.rules[this.#rankOf(rule)]?.name ?? joined.name };
  }

  /** Whether the path has the file of another rule of this export for the same target. */
  isTaken(path: string, rule: Rule, target: Dialect): boolean {
    return this.#usedPaths.has(path.toLowerCase()) || this.#belongsToOther(path, rule, target);
  }

  /** Returns the name of a skill in a directory: that of the last export, else the first that is free. */
  chooseSkillName(rule: Rule, directory: string, stem: string): string {
    const known = this.#skills.get(rule.id)?.find((path) => isSkillIn(path, directory));
    const last = known?.split("/").at(-2);
    if (last?.startsWith(stem) === true && /^(?:-\d+)?$/.test(last.slice(stem.length))) return last;
    for (let number = 1; ; number += 1) {
      const name = number === 1 ? stem : `${stem}-${number}`;
      const path = `${directory}/${name}/SKILL.md`;
      const isUsed = this.#usedPaths.has(path.toLowerCase()) && this.#files.get(path)?.rules.has(rule.id) !== true;
      if (!isUsed && !this.#belongsToOther(path, rule)) return name;
    }
  }

  /** Lists the files, their targets and their rules in the order of the request. */
  list(): readonly DraftFile[] {
    const { targets } = this.#request;
    return [...this.#files.values()].map(({ path, codec, preserved, ...file }) => ({
      path,
      codec,
      preserved,
      targets: targets.filter((target) => file.targets.has(target)),
      rules: [...file.rules.values()]
        .toSorted((left, right) => this.#rankOf(left) - this.#rankOf(right))
        .map((rule) => (file.rules.size === 1 ? rule : this.#toSection(path, rule))),
    }));
  }

  #rankOf({ id }: Rule): number {
    return this.#ranks.get(id) ?? 0;
  }

  #belongsToOther(path: string, rule: Rule, target?: Dialect): boolean {
    const entry = this.#request.ledger.get(path);
    if (entry === undefined || entry.rules.includes(rule.id)) return false;
    if (target !== undefined && !entry.targets.includes(target.id)) return false;
    return entry.rules.some((id) => this.#ranks.has(id));
  }
}

function isSkillIn(path: string, directory: string): boolean {
  return path.startsWith(`${directory}/`) && path.slice(directory.length + 1).split("/").length === 2;
}
