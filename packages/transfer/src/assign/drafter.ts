import type { FidelityNote, Rule, RuleCodec } from "@precept/core";
import { type Dialect, type RuleFormat, isSkillFile } from "@precept/mdc-compat";
import { RuleFiles } from "../read-back/rule-files.ts";
import type { AdoptedFile, ExportDraft, ExportRequest } from "./request.ts";
import type { DraftFile } from "../print/draft-file.ts";
import type { RuleReading, RuleReport } from "../read-back/reports.ts";
import { DraftFiles } from "./draft-files.ts";
import { findReadDifferently, findOutdated, findReadTwice, type Reading } from "../read-back/readings.ts";
import { findCopies, isNative } from "../select/find-copies.ts";
import { isFor } from "../select/is-for.ts";
import { getJoinedPath } from "../print/output-path.ts";
import type { Ledger } from "../ledger/ledger.ts";
import { isSameText } from "../ledger/line-ends.ts";
import { findNestedOutputs } from "./nested-outputs.ts";
import { findNewFile } from "./new-file.ts";
import { PreviousFiles } from "./previous-files.ts";
import { ProjectPaths } from "./project-paths.ts";
import { findNotes, isExact, type RuleOutput } from "../print/rule-output.ts";
import { unescapeMarkers } from "../print/section-markers.ts";
import { trimSection } from "../print/sections.ts";
import { findSkillOutputs, isSkillInclusion } from "./skill-outputs.ts";
import { writeOutputReferences } from "../print/write-output-references.ts";
import { findOtherWriters, findSharedRules } from "./shared-files.ts";
import { findRead, findTargetReads, isReliable, orderTargets, type TargetReads } from "../read-back/target-reads.ts";

/** Works out the files of one export. */
export class ExportDrafter {
  readonly #request: ExportRequest;
  readonly #rules: readonly Rule[];
  readonly #files: DraftFiles;
  readonly #previous: PreviousFiles;
  readonly #ruleFiles: RuleFiles;
  readonly #paths: ProjectPaths;
  readonly #omitted: RuleReport[] = [];
  readonly #reduced: RuleReport[] = [];
  readonly #alreadyRead: RuleReading[] = [];
  /** Why a rule cannot be a skill, by target and rule. */
  readonly #skillNotes = new Map<string, readonly FidelityNote[]>();
  /** The rules of other tools' files, by path. */
  readonly #byOwnFile: ReadonlyMap<string, Rule>;
  /** Rules of other tools' files, each with the rule that it is a copy of. */
  readonly #copies: ReadonlyMap<Rule, Rule>;
  /** The pairs of target and rule that are finished. */
  readonly #done = new Set<string>();

  constructor(request: ExportRequest) {
    const targets = request.targets.map(({ id }) => id);
    const ledger = withoutMissingFiles(request, targets);
    this.#paths = new ProjectPaths({ ...request, ledger });
    const read = request.rules.filter((rule) => !this.#paths.isReadThroughLink(rule));
    const copies = findCopies(read);
    this.#copies = copies;
    this.#rules = read.filter((rule) => !copies.has(rule));
    this.#byOwnFile = new Map(this.#rules.flatMap((rule) => (isNative(rule) ? [] : [[rule.origin.path ?? "", rule] as const])));
    this.#request = { ...request, rules: this.#rules };
    this.#files = new DraftFiles(this.#request);
    this.#previous = new PreviousFiles(request.ledger);
    this.#ruleFiles = new RuleFiles(this.#paths.links);
    for (const rule of this.#rules) this.#ruleFiles.addOwnFile(rule);
    for (const [copy, rule] of copies) {
      if (!this.#isAdopted(copy, rule)) this.#ruleFiles.addOwnFile(copy, rule);
    }
    this.#ruleFiles.addLedger({ ledger, rules: this.#rules, copies, targets }, (path, rule, codec) => {
      return this.#hasCurrentText(path, rule, codec);
    });
  }

  /** Whether a file of another tool has the current text of a rule: this export does not write it, and it may be edited. */
  #hasCurrentText(path: string, rule: Rule, codec: RuleCodec): boolean {
    const { readFile } = this.#request;
    if (readFile === undefined) return true;
    const { output } = writeOutputReferences(rule, { path, codec, rule, preserved: {} }, { formats: [] }, this.#request);
    return trimSection(unescapeMarkers(readFile(path) ?? "")).includes(trimSection(output.rule.content));
  }

  /** Whether the file of a copy is where a native rule is written to, as after the ledger was lost: then it becomes the file of the native rule. */
  #isAdopted({ origin: { path } }: Rule, rule: Rule): boolean {
    return isNative(rule) && this.#request.targets.some((target) => findNewFile(rule, target, () => false).path === path);
  }

  draft(): ExportDraft {
    this.#eachPair(this.#request.targets, (rule, target) => this.#writeImported(rule, target));
    this.#addSkills();
    const total = this.#rules.length * this.#request.targets.length;
    for (const target of orderTargets(this.#request.targets, (one) => this.#previous.findLinkedPath(one))) {
      const reads = this.#findReads(target);
      this.#eachPair([target], (rule) => {
        this.#request.onProgress?.({ step: "Planning the export", done: this.#done.size, total });
        this.#addRule(rule, target, reads);
      });
    }
    this.#addSharedRules();
    const files = this.#files.list();
    const paths = files.map(({ path }) => path);
    const read = (target: Dialect): Reading => ({ target, reads: findTargetReads(target, this.#paths.after(paths)) });
    const readings = this.#request.targets.map(read);
    const { ledger, targets } = this.#request;
    const writers = new Map(files.map((file) => [file.path, [...file.targets, ...findOtherWriters(file.path, ledger, targets)]]));
    const others = new Set([...writers.values()].flat().filter((writer) => !targets.includes(writer)));
    return {
      files,
      omitted: this.#inOrder(this.#omitted),
      reduced: this.#inOrder(this.#reduced),
      alreadyRead: this.#inOrder(this.#alreadyRead),
      readTwice: findReadTwice(this.#rules, readings, this.#ruleFiles),
      readDifferently: [
        ...findReadDifferently(this.#rules, [...readings, ...Array.from(others, read)], this.#ruleFiles, writers),
        ...findOutdated(readings, this.#ruleFiles),
      ],
      adopted: this.#findAdopted(files),
    };
  }

  #findAdopted(files: readonly DraftFile[]): readonly AdoptedFile[] {
    const rulesOf = new Map(files.map(({ path, rules }) => [path, rules]));
    return [...this.#copies].flatMap(([copy, { id }]) => {
      const path = copy.origin.path ?? "";
      return rulesOf.get(path)?.some((rule) => rule.id === id) === true ? [{ path, copy: copy.id, rule: id }] : [];
    });
  }

  /** Calls a function for each rule and target that are not finished yet. */
  #eachPair(targets: readonly Dialect[], visit: (rule: Rule, target: Dialect) => void): void {
    for (const target of targets) {
      for (const rule of this.#rules) {
        if (isFor(rule, target) && !this.#done.has(keyOf(rule, target))) visit(rule, target);
      }
    }
  }

  /** A file that was imported keeps its rule: it was written by hand, so the export does not delete it in favour of another file. */
  #writeImported(rule: Rule, target: Dialect): void {
    const outputs = this.#previous
      .find(rule, target)
      .filter((one) => this.#previous.isImported(one.path))
      .map((one) => this.#writeReferences(rule, one, target));
    if (outputs.length === 0 || !outputs.every((one) => isExact(one))) return;
    if (outputs.some(({ path }) => !this.#previous.isElsewhere(path, rule, target))) this.#write(rule, target, outputs);
    else this.#addFiles(rule, target, outputs);
  }

  /** Writes the rules that their targets can only express as skills, before the other files, because many tools read the skills of others. */
  #addSkills(): void {
    const needing = new Map<Rule, Dialect[]>();
    for (const target of this.#request.targets) {
      const reads = this.#findReads(target);
      this.#eachPair([target], (rule) => {
        if (isSkillInclusion(rule) && this.#findServing(rule, target, reads) === undefined && !this.#isExpressible(rule, target))
          needing.set(rule, [...(needing.get(rule) ?? []), target]);
      });
    }
    for (const [rule, targets] of needing) {
      const { written, refused } = findSkillOutputs({
        rule,
        needing: targets,
        readers: this.#request.targets.filter((target) => isFor(rule, target)),
        chooseName: (directory, stem) => this.#files.chooseSkillName(rule, directory, stem),
        writeReferences: (output) => this.#writeReferences(rule, output, { formats: [] }),
      });
      for (const { target, output } of written) this.#write(rule, target, [output]);
      for (const { target, notes } of refused) this.#skillNotes.set(keyOf(rule, target), notes);
    }
  }

  #isExpressible(rule: Rule, target: Dialect): boolean {
    return this.#findOutputs(rule, target).some((output) => isExact(output));
  }

  #addRule(rule: Rule, target: Dialect, reads: TargetReads): void {
    const serving = this.#findServing(rule, target, reads);
    if (serving !== undefined) {
      this.#alreadyRead.push({ rule, target, paths: [serving] });
      return;
    }
    const outputs = this.#findOutputs(rule, target);
    const shared = outputs.flatMap(({ path }) => this.#checkSharedFile(rule, path, target) ?? []);
    const changes = [...outputs.flatMap((output) => findNotes(output)).filter(({ kind }) => kind === "meaning"), ...shared];
    if (changes.length === 0) {
      const ofOthers = outputs.filter((output) => this.#isFileOfAnother(output, rule));
      if (outputs.length > 0 && ofOthers.length === outputs.length)
        this.#alreadyRead.push({ rule, target, paths: ofOthers.map(({ path }) => path) });
      else this.#write(rule, target, outputs);
      return;
    }
    const nested = findNestedOutputs(rule, target, this.#request.hasDirectory ?? (() => true));
    const sharedBelow = nested?.outputs.flatMap(({ path }) => this.#checkSharedFile(rule, path, target) ?? []) ?? [];
    if (nested !== undefined && nested.outputs.length > 0 && sharedBelow.length === 0) {
      const written = nested.outputs.map((output) => this.#writeReferences(rule, output, target));
      this.#write(rule, target, written, [...nested.notes, ...describeConditions(written, reads)]);
      return;
    }
    if (this.#request.lossy) {
      const same = outputs.find(({ path }) => this.#hasSameText(path, rule));
      if (same === undefined) this.#write(rule, target, outputs, shared);
      else this.#readWithLess(rule, target, same.path, withoutRepetition(changes));
      return;
    }
    const others = [...(nested?.notes ?? []), ...sharedBelow, ...(this.#skillNotes.get(keyOf(rule, target)) ?? [])];
    this.#omitted.push({ rule, target, notes: withoutRepetition([...changes, ...others]) });
  }

  /** Adds the rules of other tools that the files had before: an export for one tool takes no rules from the others that read the file. */
  #addSharedRules(): void {
    const served = new Set(this.#alreadyRead.flatMap(({ rule, paths }) => paths.map((path) => `${path} ${rule.id}`)));
    const isServed = (rule: Rule, path: string): boolean => served.has(`${path} ${rule.id}`);
    for (const { rule, path, writers } of findSharedRules([...this.#files.paths()], this.#request, isServed)) {
      for (const writer of writers) {
        const nested = findNestedOutputs(rule, writer, this.#request.hasDirectory ?? (() => true))?.outputs ?? [];
        const outputs = [
          ...this.#findOutputs(rule, writer),
          ...nested.map((output) => this.#writeReferences(rule, output, writer)),
        ];
        const before = outputs.find((output) => output.path === path && isExact(output));
        if (before !== undefined) this.#addFiles(rule, writer, [before]);
      }
    }
  }

  /** Returns the files of the rule in the formats of the target: those of the last export, else a new one. */
  #findOutputs(rule: Rule, target: Dialect): readonly RuleOutput[] {
    // Directories of skills are chosen again in each export, so that the result does not depend on the last one.
    const previous = this.#previous
      .find(rule, target)
      .filter(({ path }) => target.id === "skill" || !isSkillFile(path) || this.#previous.isImported(path))
      .filter(({ path }) => !this.#previous.isElsewhere(path, rule, target));
    const outputs =
      previous.length > 0
        ? previous
        : [
            this.#previous.findLinked(rule, target) ??
              findNewFile(rule, target, (path) => this.#files.isTaken(path, rule, target)),
          ];
    return outputs.map((output) => this.#writeReferences(rule, output, target));
  }

  #writeReferences(rule: Rule, output: RuleOutput, target: { readonly formats: readonly RuleFormat[] }): RuleOutput {
    const { output: written, notes } = writeOutputReferences(rule, output, target, this.#request);
    return { ...written, notes };
  }

  #write(rule: Rule, target: Dialect, outputs: readonly RuleOutput[], more: readonly FidelityNote[] = []): void {
    this.#done.add(keyOf(rule, target));
    const notes = withoutRepetition([...outputs.flatMap((output) => findNotes(output)), ...more]);
    if (notes.length > 0) this.#reduced.push({ rule, target, notes });
    this.#addFiles(rule, target, outputs);
  }

  /**
   * Whether a file is that of another rule, written by hand, and is as the export would write it: then the target reads it there already. If the export took
   * it over, the other rule would be gone in the next export, and its files would be deleted.
   */
  #isFileOfAnother({ path, codec, rule: printed }: RuleOutput, rule: Rule): boolean {
    if (!this.#hasSameText(path, rule)) return false;
    const text = this.#request.readFile?.(path);
    return text !== undefined && isSameText(codec.print(printed).text, text);
  }

  /** Whether a path is the file of another rule, written by hand, that has the same text. */
  #hasSameText(path: string, rule: Rule): boolean {
    const other = this.#byOwnFile.get(path);
    return other !== undefined && other !== rule && isSameText(other.content, rule.content);
  }

  #readWithLess(rule: Rule, target: Dialect, path: string, notes: readonly FidelityNote[]): void {
    this.#alreadyRead.push({ rule, target, paths: [path] });
    this.#reduced.push({ rule, target, notes });
  }

  #addFiles(rule: Rule, target: Dialect, outputs: readonly RuleOutput[]): void {
    for (const output of outputs) {
      this.#files.add(output, target);
      this.#ruleFiles.add(rule, output);
    }
  }

  /** Returns the path of a file with the rule that the target reads, and that is not a file of the target itself. */
  #findServing(rule: Rule, target: Dialect, reads: TargetReads): string | undefined {
    return this.#ruleFiles.of(rule).find((file) => {
      const read = findRead(reads, file);
      if (read === undefined || !isReliable(read, target) || file.writers?.includes(target.id) === true) return false;
      // Targets with one file for all rules write it together.
      if (file.path === getJoinedPath(target, file.rule) && file.path !== rule.origin.path) return false;
      return this.#ruleFiles.findNotes(rule, file, reads).every(({ kind }) => kind !== "meaning");
    })?.path;
  }

  #findReads(target: Dialect): TargetReads {
    return findTargetReads(target, this.#paths.before(this.#files.paths()));
  }

  /** Returns a note if the rule would be written to a file that is read by another target too, which is not a target of the rule. */
  #checkSharedFile(rule: Rule, path: string, target: Dialect): FidelityNote | undefined {
    if (rule.targets.length === 0) return undefined;
    const file = path.slice(path.lastIndexOf("/") + 1);
    const others = this.#request.targets.filter(
      (other) =>
        other !== target &&
        !isFor(rule, other) &&
        (getJoinedPath(other, rule) === path || (other.output.nested && getJoinedPath(other, { origin: {} }) === file)),
    );
    if (others.length === 0) return undefined;
    const titles = others.map(({ title }) => title).join(" and ");
    return { field: "targets", kind: "meaning", message: `${titles} would also read the rule in ${path}.` };
  }

  /** Sorts by target, then by rule, as in the request. */
  #inOrder<Report extends { readonly rule: Rule; readonly target: Dialect }>(reports: readonly Report[]): readonly Report[] {
    const targets = new Map(this.#request.targets.map((target, index) => [target, index]));
    const rules = new Map(this.#rules.map((rule, index) => [rule, index]));
    const rank = ({ rule, target }: Report): number => (targets.get(target) ?? 0) * rules.size + (rules.get(rule) ?? 0);
    return reports.toSorted((left, right) => rank(left) - rank(right));
  }
}

/** A ledger without the files that other tools no longer have. */
function withoutMissingFiles({ ledger, readFile }: ExportRequest, targets: readonly string[]): Ledger {
  if (readFile === undefined) return ledger;
  return new Map(
    [...ledger].filter(([path, entry]) => {
      return entry.targets.every((target) => targets.includes(target)) || readFile(entry.link ?? path) !== undefined;
    }),
  );
}

/** Returns notes on files that the tool reads under a condition, such as only when it runs in their directory. */
function describeConditions(outputs: readonly RuleOutput[], reads: TargetReads): readonly FidelityNote[] {
  return outputs.flatMap(({ path }) => {
    const reason = reads.get(path)?.reason;
    return reason === undefined ? [] : [{ field: "globs", kind: "lost", message: `${path} is read ${reason}.` }];
  });
}

function withoutRepetition(notes: readonly FidelityNote[]): readonly FidelityNote[] {
  return notes.filter(({ message }, index) => notes.findIndex((other) => other.message === message) === index);
}

function keyOf(rule: Rule, target: Dialect): string {
  return `${target.id} ${rule.id}`;
}
