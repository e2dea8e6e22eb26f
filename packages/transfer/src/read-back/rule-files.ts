import type { FidelityNote, Rule, RuleCodec } from "@precept/core";
import { dialects } from "@precept/mdc-compat";
import type { Ledger } from "../ledger/ledger.ts";
import { findRuleDirectories, limitToDirectory } from "../select/rule-directories.ts";
import { differInConditions, hasOwnConditions, restoreFileFields } from "../ledger/restore-file-fields.ts";
import { findNotes } from "../print/rule-output.ts";
import type { TargetReads } from "./target-reads.ts";

/** A file that has the text of a rule. */
export interface RuleFile {
  readonly path: string;
  /** The codec that the file was written or read with. */
  readonly codec: RuleCodec;
  /** The rule as it is printed in the file. */
  readonly rule: Rule;
  /** The ids of the tools that the file was written for, if an earlier export wrote it. */
  readonly writers?: readonly string[];
  /** Whether the file was imported with other conditions than those of the rule. Default false. */
  readonly ownConditions?: boolean;
}

/** An exported file that was edited since, or whose rule was. */
export interface OutdatedFile {
  readonly path: string;
  readonly rule: Rule;
}

interface LedgerFiles {
  readonly ledger: Ledger;
  readonly rules: readonly Rule[];
  /** Rules of other tools' files, each with the rule that it is a copy of. Earlier exports of the copy are files of that rule. */
  readonly copies: ReadonlyMap<Rule, Rule>;
  /** The ids of the tools that the export writes for. */
  readonly targets: readonly string[];
}

/** Collects the files that have each rule: its own file, files of earlier exports for other tools, and those of this export. */
export class RuleFiles {
  readonly #ruleFiles = new Map<string, RuleFile[]>();
  /** The links that lead to a path. */
  readonly #links = new Map<string, string[]>();
  readonly #notes = new Map<string, readonly FidelityNote[]>();
  readonly #outdated: OutdatedFile[] = [];

  /** @param links the links in the project that lead to a file with rules, by their path. */
  constructor(links: ReadonlyMap<string, string>) {
    for (const [path, file] of links) this.#links.set(file, [...(this.#links.get(file) ?? []), path]);
  }

  /**
   * Adds the file that a rule of another tool was read from.
   *
   * @param rule the rule that the file has the text of. Default: the rule of the file.
   */
  addOwnFile(own: Rule, rule: Rule = own): void {
    const { path, dialect } = own.origin;
    const codec = findCodec(dialect);
    if (path === undefined || codec === undefined || dialect === "precept") return;
    this.add(rule, { path, codec, rule: own });
  }

  /**
   * Adds the files of a ledger that an export does not write, because they belong to other tools.
   *
   * @param hasText whether a file has the text of a rule, as the tool with this codec reads it.
   */
  addLedger(
    { ledger, rules, copies, targets }: LedgerFiles,
    hasText: (path: string, rule: Rule, codec: RuleCodec) => boolean,
  ): void {
    const byId = new Map(rules.map((rule) => [rule.id, rule]));
    for (const [copy, rule] of copies) byId.set(copy.id, rule);
    for (const [path, entry] of ledger) {
      const codec = findCodec(entry.format);
      if (codec === undefined || entry.link !== undefined || entry.targets.every((target) => targets.includes(target))) continue;
      for (const id of entry.rules) {
        const rule = byId.get(id);
        if (rule === undefined) continue;
        const restored = restoreFileFields(rule, entry);
        const ownConditions = differInConditions(restored, rule);
        const written = ownConditions ? restored : asWritten(rule, path);
        if (hasText(path, rule, codec)) this.add(rule, { path, codec, rule: written, writers: entry.targets, ownConditions });
        else for (const one of [path, ...(this.#links.get(path) ?? [])]) this.#outdated.push({ path: one, rule });
      }
    }
  }

  add(rule: Rule, file: RuleFile): void {
    const known = this.#ruleFiles.get(rule.id) ?? [];
    if (known.some(({ path }) => path === file.path)) return;
    const paths = [file.path, ...(this.#links.get(file.path) ?? [])];
    this.#ruleFiles.set(rule.id, [...known, ...paths.map((path) => copyTo(file, path))]);
  }

  of(rule: Rule): readonly RuleFile[] {
    return this.#ruleFiles.get(rule.id) ?? [];
  }

  /** The files of other tools that no longer have the text of a rule. */
  outdated(): readonly OutdatedFile[] {
    return this.#outdated;
  }

  /** Lists what a tool does not get of a rule in a file that it reads with a codec of its own. */
  findNotes(rule: Rule, file: RuleFile, reads: TargetReads): readonly FidelityNote[] {
    const read = reads.get(file.path);
    const codec = read?.codec ?? file.codec;
    const widened = read?.everywhere === true && read.base !== "" ? [appliedEverywhere] : [];
    const own = file.ownConditions === true ? [hasOwnConditions] : [];
    return [...own, ...widened, ...this.#findPrintNotes(rule, file, codec)];
  }

  #findPrintNotes(rule: Rule, file: RuleFile, codec: RuleCodec): readonly FidelityNote[] {
    const key = `${rule.id} ${file.path} ${codec.id}`;
    const known = this.#notes.get(key);
    if (known !== undefined) return known;
    // A file that a tool reads in its own format loses nothing, and its rule may not be printable again.
    const isOwn = file.path === file.rule.origin.path && codec.id === file.rule.origin.dialect;
    const notes = isOwn ? [] : findNotes({ codec, rule: file.rule, preserved: {} });
    this.#notes.set(key, notes);
    return notes;
  }
}

const appliedEverywhere: FidelityNote = {
  field: "globs",
  kind: "meaning",
  message: "The tool applies files of subdirectories to the whole project.",
};

/** The file of the same rule at another path, without the data of a `RuleOutput`. */
function copyTo({ codec, rule, writers, ownConditions = false }: RuleFile, path: string): RuleFile {
  return { path, codec, rule, ownConditions, ...(writers !== undefined && { writers }) };
}

/** The rule as an earlier export printed it: limited to its directory if it is in the file of that directory. */
function asWritten(rule: Rule, path: string): Rule {
  const directory = findRuleDirectories(rule)?.find(
    (one) => path.startsWith(`${one}/`) && !path.slice(one.length + 1).includes("/"),
  );
  return directory === undefined ? rule : limitToDirectory(rule, directory);
}

function findCodec(format: string | undefined): RuleCodec | undefined {
  return codecs.get(format ?? "");
}

const codecs: ReadonlyMap<string, RuleCodec> = new Map(
  dialects.flatMap(({ formats, output }) => [
    [output.codec.id, output.codec] as const,
    ...formats.map(({ codec }) => [codec.id, codec] as const),
  ]),
);
