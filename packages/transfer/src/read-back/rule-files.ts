import { pushAll, type FidelityNote, type Rule, type RuleCodec } from "@precept/core";
import { dialects, type Dialect } from "@precept/mdc-compat";
import type { Ledger } from "../ledger/ledger.ts";
import { differInConditions, hasOwnConditions, restoreFileFields } from "../ledger/restore-file-fields.ts";
import { findNotesFor, type RuleOutput } from "../print/rule-output.ts";
import { trimSection, unescapeMarkers } from "../print/sections.ts";
import { writeOutputReferences, type ReferenceSources } from "../print/write-output-references.ts";
import { listImporters } from "../references/importers.ts";
import { isOnlyFor } from "../select/tools.ts";
import { findRuleDirectories, limitToDirectory } from "../select/rule-directories.ts";
import type { TargetReads } from "./target-reads.ts";

export interface RuleFile extends Pick<RuleOutput, "path" | "codec" | "rule" | "ownConditions"> {
  /** The ids of the tools that the file was written for, if an earlier export wrote it. */
  readonly writers?: readonly string[];
  /** The file with the rule that the path is a link to. Default: the path is no link. */
  readonly linkTo?: string;
  /** The ids of the tools that read the rule there, if they import its text and other tools do not. Default: all tools. */
  readonly importers?: readonly string[];
}

/** An exported file that was edited since, or whose rule was. */
export interface OutdatedFile {
  readonly path: string;
  readonly rule: Rule;
}

interface LedgerFiles {
  readonly ledger: Ledger;
  readonly rules: readonly Rule[];
  /** Rules of other tools' files, each with the rule that it is a copy of. Files of the copy are files of that rule. */
  readonly copies: ReadonlyMap<Rule, Rule>;
}

interface LedgerOptions extends ReferenceSources {
  readonly targets: readonly Dialect[];
  /** Returns the text of a file in the project. Default: every file has the text that was last exported. */
  readonly readFile?: (path: string) => string | undefined;
  /** Whether this export writes a file without a rule that the file had. */
  readonly isDropped: (path: string, rule: Rule) => boolean;
}

/** The files that hold each rule: its own, files of earlier exports for other tools, and files of this export. */
export class RuleFiles {
  /** The files of other tools that no longer have the text of their rule. */
  readonly outdated: OutdatedFile[] = [];
  readonly #files = new Map<string, RuleFile[]>();
  /** The rules of each file, by its path. */
  readonly #rulesAt = new Map<string, { readonly rule: Rule; readonly file: RuleFile }[]>();
  /** The links that lead to a path. */
  readonly #links: ReadonlyMap<string, readonly string[]>;
  readonly #linkedDirectories: ReadonlyMap<string, string>;

  /**
   * @param links the links in the project that lead to a file with rules, by their path.
   * @param linkedDirectories see `ExportRequest`.
   */
  constructor(links: ReadonlyMap<string, string>, linkedDirectories: ReadonlyMap<string, string> = new Map()) {
    this.#links = Map.groupBy(links.keys(), (link) => links.get(link) ?? "");
    this.#linkedDirectories = linkedDirectories;
  }

  of(rule: Rule): readonly RuleFile[] {
    return this.#files.get(rule.id) ?? [];
  }

  /** Lists the rules of a file, each as the file has it. */
  at(path: string): readonly { readonly rule: Rule; readonly file: RuleFile }[] {
    return this.#rulesAt.get(path) ?? [];
  }

  /** Lists the files in which a tool can find the rule. */
  for(rule: Rule, { id }: Dialect): readonly RuleFile[] {
    return this.of(rule).filter(({ importers }) => importers?.includes(id) !== false);
  }

  add(rule: Rule, { path, codec, rule: printed, writers, importers, ownConditions = false }: RuleFile): void {
    const known = this.of(rule);
    const before = known.find((one) => one.path === path);
    if (before !== undefined) {
      // This export writes the file again, with the text that it has then.
      if (writers === undefined) Object.assign(before, { rule: printed });
      return;
    }
    const file = {
      codec,
      rule: printed,
      ownConditions,
      ...(writers !== undefined && { writers }),
      ...(importers !== undefined && { importers }),
    };
    const added = this.withLinks(path).map((one) => ({ ...file, path: one, ...(one !== path && { linkTo: path }) }));
    this.#files.set(rule.id, [...known, ...added]);
    for (const one of added) {
      const inFile = this.#rulesAt.get(one.path) ?? [];
      inFile.push({ rule, file: one });
      this.#rulesAt.set(one.path, inFile);
    }
  }

  /** Adds the file that a rule of another tool was read from. @param rule the rule that the file has the text of. */
  addOwnFile(own: Rule, rule: Rule): void {
    const { path, dialect = "" } = own.origin;
    const codec = codecs.get(dialect);
    if (path !== undefined && codec !== undefined && dialect !== "precept") this.add(rule, { path, codec, rule: own });
  }

  /** Adds the files of a ledger that an export does not write, because they belong to other tools. */
  addLedger({ ledger, rules, copies }: LedgerFiles, options: LedgerOptions): void {
    const byId = new Map(rules.map((rule) => [rule.id, rule]));
    for (const [copy, rule] of copies) byId.set(copy.id, rule);
    for (const [path, entry] of ledger) {
      const codec = codecs.get(entry.format);
      if (codec === undefined || entry.link !== undefined || isOnlyFor(entry.targets, options.targets)) continue;
      for (const rule of entry.rules.flatMap((id) => byId.get(id) ?? [])) {
        if (options.isDropped(path, rule)) continue;
        const restored = restoreFileFields(rule, entry);
        const ownConditions = differInConditions(restored, rule);
        const printed = ownConditions ? restored : asWritten({ ...rule, origin: restored.origin }, path);
        const isImported = entry.imports !== undefined && entry.sections?.some((section) => section.rule === rule.id) !== true;
        const current = isImported ? undefined : this.#findCurrent({ path, codec, rule, preserved: {} }, options);
        if (isImported) this.add(rule, { path, codec, rule: asWritten(rule, path), importers: entry.targets });
        else if (current !== undefined) {
          const inFile = ownConditions || current.origin.imports === true ? printed : { ...printed, content: current.content };
          this.add(rule, { path, codec, rule: inFile, writers: entry.targets, ownConditions });
        } else
          pushAll(
            this.outdated,
            this.withLinks(path).map((one) => ({ path: one, rule })),
          );
      }
    }
  }

  /**
   * Returns a rule as it is in a file of another tool, which this export does not write. Undefined if the file has
   * another text than the rule.
   */
  #findCurrent(file: RuleOutput, { readFile, ...options }: LedgerOptions): Rule | undefined {
    const text = readFile === undefined ? undefined : trimSection(unescapeMarkers(readFile(file.path) ?? ""));
    const write = (sources: ReferenceSources): Rule => writeOutputReferences(file.rule, file, [], sources).rule;
    const { importersOf: _, ...byLedger } = options;
    if (text === undefined) return write(byLedger);
    // A tool that imports the file can come and go without a change of the file.
    const possible = this.withLinks(file.path).flatMap((path) => listImporters(path).map(({ imports }) => imports));
    const forms = possible.length === 0 ? [[]] : [[], possible];
    return forms
      .map((importers) => write({ ...byLedger, importersOf: () => importers }))
      .find(({ content }) => text.includes(trimSection(content)));
  }

  /** Returns a path and the links that lead to it. */
  withLinks(path: string): readonly string[] {
    if (this.#links.size === 0 && this.#linkedDirectories.size === 0) return [path];
    const inLinked = [...this.#linkedDirectories].flatMap(([link, dir]) =>
      path.startsWith(`${dir}/`) ? [link + path.slice(dir.length)] : [],
    );
    return [...new Set([path, ...(this.#links.get(path) ?? []), ...inLinked])];
  }
}

/** Lists what a tool does not get of a rule in a file that it reads with its own codec. */
export function findReadNotes(file: RuleFile, reads: TargetReads): readonly FidelityNote[] {
  const { path, rule, ownConditions } = file;
  const read = reads.get(path);
  const codec = read?.codec ?? file.codec;
  // A file that a tool reads in its own format loses nothing, and its rule may not be printable again.
  const isOwn = path === rule.origin.path && codec.id === rule.origin.dialect;
  return [
    ...(ownConditions === true ? [hasOwnConditions] : []),
    ...(read?.everywhere === true && read.base !== "" ? [appliedEverywhere] : []),
    ...(isOwn ? [] : findNotesFor(file, codec)),
  ];
}

const appliedEverywhere: FidelityNote = {
  field: "globs",
  kind: "meaning",
  message: "The tool applies files of subdirectories to the whole project.",
};

/** The rule as an earlier export printed it: limited to its directory if it is in the file of that directory. */
function asWritten(rule: Rule, path: string): Rule {
  const directory = findRuleDirectories(rule)?.find(
    (one) => path.startsWith(`${one}/`) && !path.slice(one.length + 1).includes("/"),
  );
  return directory === undefined ? rule : limitToDirectory(rule, directory);
}

const codecs: ReadonlyMap<string, RuleCodec> = new Map(
  dialects
    .flatMap(({ formats, output }) => [output.codec, ...formats.map(({ codec }) => codec)])
    .map((codec) => [codec.id, codec]),
);
