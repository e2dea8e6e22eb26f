import { toSafeName, type FidelityNote, type Rule, type RuleCodec } from "@precept/core";
import type { Dialect, DialectOutput, FormatLocation } from "../model/dialect.ts";
import { getRuleName } from "../format/rule-name.ts";
import { restoreFileFields } from "./restore-file-fields.ts";
import { flattenRule } from "./flatten-rule.ts";
import type { Ledger, LedgerEntry } from "./ledger.ts";
import { dialects } from "../dialects/dialects.ts";
import type { ReadReference } from "../references/included-text.ts";
import { writeOutputReferences } from "./write-output-references.ts";
import { findSkillHost, readsSkill } from "../skills/skill-hosts.ts";
import { isSkillFile } from "../skills/skill-name.ts";

export interface ExportRequest {
  /** The rules to export, in the order in which an agent reads them: see `selectExportableRules`. */
  readonly rules: readonly Rule[];
  readonly targets: readonly Dialect[];
  readonly ledger: Ledger;
  /** Whether to write rules that a target cannot express as the closest rule that it can express. */
  readonly lossy: boolean;
  /** Returns the texts of the files that rules refer to, for tools that do not include files. Default: references stay as they are. */
  readonly readReference?: ReadReference;
  /** Returns the SHA-256 of a text in hexadecimal. Default: imported files count as changed. */
  readonly hash?: (text: string) => string;
}

/** A file to be written by an export. */
export interface DraftFile {
  readonly path: string;
  readonly targets: readonly Dialect[];
  readonly codec: RuleCodec;
  /** The rules to print, in order. More than one only if the target has one file for all rules. */
  readonly rules: readonly Rule[];
  /** Data of an imported file that the ledger preserves. */
  readonly preserved: Pick<LedgerEntry, "head" | "fields">;
}

/** A rule that is not exported to a target, or not completely, with the reasons. */
export interface RuleReport {
  readonly rule: Rule;
  readonly target: Dialect;
  readonly notes: readonly FidelityNote[];
}

/** The files of an export, before they are compared with existing files. */
export interface ExportDraft {
  readonly files: readonly DraftFile[];
  /** Rules that are not written, because a target cannot express them. */
  readonly omitted: readonly RuleReport[];
  /** Rules that are written without some of their fields. */
  readonly reduced: readonly RuleReport[];
  /** Rules that are not written, because a target reads their own file. */
  readonly alreadyRead: readonly { readonly rule: Rule; readonly target: Dialect }[];
}

/**
 * Works out the files of an export. Reads no existing files: pass the result to `planExport`.
 *
 * @example
 * ```ts
 * import { createRule } from "@precept/core";
 * import { dialects, draftExport } from "@precept/mdc-compat";
 *
 * const rules = [createRule({ id: "project:style", name: "style", content: "Use British spelling.\n" })];
 * const targets = dialects.filter(({ id }) => id === "cursor" || id === "claude");
 * const { files } = draftExport({ rules, targets, ledger: new Map(), lossy: false });
 * console.log(files.map(({ path }) => path)); // .cursor/rules/style.mdc, .claude/rules/style.md
 * ```
 */
export function draftExport(request: ExportRequest): ExportDraft {
  const drafter = new ExportDrafter(request);
  for (const target of request.targets) drafter.addTarget(target);
  return drafter.finish();
}

/** A rule and the file to print it to. */
export interface RuleOutput {
  readonly path: string;
  readonly codec: RuleCodec;
  /** The rule to print, which can differ from the original. */
  readonly rule: Rule;
  readonly preserved: DraftFile["preserved"];
}

/** The formats of all tools: a file that a link leads to can be in the format of another tool. */
const allFormats = dialects.flatMap(({ formats }) => formats);

class ExportDrafter {
  readonly #request: ExportRequest;
  readonly #files = new Map<string, DraftFile>();
  /** Paths in use, in lower case because some file systems ignore case. */
  readonly #usedPaths = new Set<string>();
  readonly #omitted: RuleReport[] = [];
  readonly #reduced: RuleReport[] = [];
  readonly #alreadyRead: { rule: Rule; target: Dialect }[] = [];
  /** The files with one rule in the ledger, by target and rule. A rule that was imported from identical files has several for one target. */
  readonly #previousFiles = new Map<string, (readonly [path: string, entry: LedgerEntry])[]>();
  /** The links in the ledger, and the files that they lead to. */
  readonly #links: readonly (readonly [path: string, entry: LedgerEntry & { readonly link: string }])[];
  readonly #linkedPaths: ReadonlySet<string>;

  constructor(request: ExportRequest) {
    this.#request = request;
    this.#links = [...request.ledger].flatMap(([path, entry]) =>
      entry.link === undefined ? [] : [[path, { ...entry, link: entry.link }]],
    );
    this.#linkedPaths = new Set(this.#links.map(([, { link }]) => link));
    for (const [path, entry] of request.ledger) {
      const [rule] = entry.rules;
      // A link is never written: the tool reads the file that it leads to.
      if (entry.rules.length !== 1 || entry.link !== undefined) continue;
      for (const target of entry.targets) {
        const key = `${target} ${rule}`;
        this.#previousFiles.set(key, [...(this.#previousFiles.get(key) ?? []), [path, entry]]);
      }
    }
  }

  addTarget(target: Dialect): void {
    for (const rule of this.#request.rules) {
      if (isFor(rule, target)) this.#addRule(rule, target);
    }
  }

  finish(): ExportDraft {
    return {
      files: [...this.#files.values()],
      omitted: this.#omitted,
      reduced: this.#reduced,
      alreadyRead: this.#alreadyRead,
    };
  }

  #addRule(rule: Rule, target: Dialect): void {
    if (readsOwnFile(target, rule)) {
      this.#alreadyRead.push({ rule, target });
      return;
    }
    const outputs = this.#findPreviousPaths(rule, target);
    const [first, ...others] =
      outputs.length > 0 ? outputs : [this.#findLinkedPath(rule, target) ?? this.#findNewPath(rule, target)];
    if (first !== undefined) this.#addOutput(rule, first, target);
    for (const found of others) this.#addToFile(this.#writeReferences(rule, found, target).output, target);
  }

  #writeReferences(rule: Rule, found: RuleOutput, target: Dialect): ReturnType<typeof writeOutputReferences> {
    const formats = this.#linkedPaths.has(found.path) ? allFormats : target.formats;
    return writeOutputReferences(rule, found, { formats }, this.#request);
  }

  #addOutput(rule: Rule, found: RuleOutput, target: Dialect): void {
    const { output, notes: referenceNotes } = this.#writeReferences(rule, found, target);
    const sharedFileNote = this.#checkSharedFile(rule, output.path, target);
    const notes = [...findNotes(output), ...referenceNotes, ...(sharedFileNote === undefined ? [] : [sharedFileNote])];
    if (notes.some(({ kind }) => kind === "meaning") && !this.#request.lossy) {
      this.#omitted.push({ rule, target, notes: notes.filter(({ kind }) => kind === "meaning") });
      return;
    }
    if (notes.length > 0) this.#reduced.push({ rule, target, notes });
    this.#addToFile(output, target);
  }

  /** Returns the paths of the last export or import of the rule at which the target still reads such a rule. */
  #findPreviousPaths(rule: Rule, target: Dialect): readonly RuleOutput[] {
    const files = this.#previousFiles.get(`${target.id} ${rule.id}`) ?? [];
    return files.flatMap(([path, entry]) => this.#findPreviousPath(rule, target, path, entry) ?? []);
  }

  #findPreviousPath(rule: Rule, target: Dialect, path: string, entry: LedgerEntry): RuleOutput | undefined {
    const isLinked = this.#linkedPaths.has(path);
    const formats = isLinked ? allFormats : target.formats;
    const format = formats.find(({ codec }) => codec.id === entry.format);
    if (format === undefined) return undefined;
    const printed = isBelow(path, rule.origin.base) ? rule : flattenRule(rule);
    const { head, fields } = entry;
    const preserved = { ...(head !== undefined && { head }), ...(fields !== undefined && { fields }) };
    const previous = { path, codec: format.codec, rule: restoreFileFields(printed, entry), preserved };
    const { output } = target;
    const isExpressed = (): boolean => findNotes(previous).every(({ kind }) => kind !== "meaning");
    if (isLinked) return isExpressed() ? previous : undefined;
    if (output.kind === "joined") {
      // A file of another format, such as a skill, has one rule and keeps it.
      const isOtherFormat = format.codec.id !== output.codec.id && path !== getJoinedPath(target, rule);
      return path === getJoinedPath(target, rule) || (isOtherFormat && isExpressed()) ? previous : undefined;
    }
    // The file can be in another format of the target, such as a legacy format, that can express less than the output format.
    if (format.codec.id !== output.codec.id) return isExpressed() ? previous : undefined;
    const hasMoved = output.getPath !== undefined && !isInSameFolder(path, output.getPath(rule, "x"), output.dir);
    return hasMoved ? undefined : previous;
  }

  /** Returns the output in a file with several rules that the target reads through a link, such as `CLAUDE.md` to `AGENTS.md`. */
  #findLinkedPath(rule: Rule, target: Dialect): RuleOutput | undefined {
    for (const [path, { link, targets }] of this.#links) {
      if (!targets.includes(target.id)) continue;
      const isOwn = getJoinedPath(target, rule) === path;
      const joining = isOwn ? target : dialects.find((dialect) => getJoinedPath(dialect, rule) === link);
      if (joining === undefined) continue;
      const printed = joining.output.nested ? rule : flattenRule(rule);
      const linked = { path: link, codec: joining.output.codec, rule: printed, preserved: {} };
      // The tool has no other file for the rule if its file for all rules is the link.
      if (isOwn || findNotes(linked).every(({ kind }) => kind !== "meaning")) return linked;
    }
    return undefined;
  }

  #findNewPath(rule: Rule, target: Dialect): RuleOutput {
    const { output } = target;
    const base = output.nested ? rule.origin.base : undefined;
    const printed = output.nested ? rule : flattenRule(rule);
    const inBase = (path: string): string => (base === undefined ? path : `${base}/${path}`);
    if (output.kind === "joined") return { path: inBase(output.file), codec: output.codec, rule: printed, preserved: {} };
    const stem = output.getStem?.(rule.name) ?? getStem(rule);
    for (let number = 1; ; number += 1) {
      const name = number === 1 ? stem : `${stem}-${number}`;
      const path = inBase(`${output.dir}/${getOutputPath(output, rule, name)}`);
      if (!this.#usedPaths.has(path.toLowerCase()) && !this.#belongsToOtherRule(path, rule, target)) {
        return { path, codec: output.codec, rule: output.getStem === undefined ? printed : { ...printed, name }, preserved: {} };
      }
    }
  }

  /** Whether the path has the file of another rule of this export for the same target. */
  #belongsToOtherRule(path: string, rule: Rule, target: Dialect): boolean {
    const entry = this.#request.ledger.get(path);
    if (entry === undefined || !entry.targets.includes(target.id) || entry.rules.includes(rule.id)) return false;
    return this.#request.rules.some(({ id }) => entry.rules.includes(id));
  }

  /** Returns a note if the rule would be written to a file that is read by another target too, which is not a target of the rule. */
  #checkSharedFile(rule: Rule, path: string, target: Dialect): FidelityNote | undefined {
    if (rule.targets.length === 0) return undefined;
    const others = this.#request.targets.filter(
      (other) => other !== target && getJoinedPath(other, rule) === path && !isFor(rule, other),
    );
    if (others.length === 0) return undefined;
    const titles = others.map(({ title }) => title).join(" and ");
    return { field: "targets", kind: "meaning", message: `${titles} would also read the rule in ${path}.` };
  }

  #addToFile({ path, codec, rule, preserved }: RuleOutput, target: Dialect): void {
    const file = this.#files.get(path);
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
}

/** Lists what the printed file loses. An imported file whose rule did not change loses nothing. */
function findNotes({ codec, rule, preserved: { head } }: RuleOutput): readonly FidelityNote[] {
  const original = head === undefined ? undefined : head + rule.content;
  const { text, notes } = codec.print({ ...rule, targets: [] }, original);
  return text === original ? [] : notes;
}

/** Returns the path of the file that a dialect has for all rules. Undefined for dialects with one file per rule. */
function getJoinedPath({ output }: Dialect, { origin }: Rule): string | undefined {
  if (output.kind !== "joined") return undefined;
  return output.nested && origin.base !== undefined ? `${origin.base}/${output.file}` : output.file;
}

function getOutputPath(output: Extract<DialectOutput, { kind: "files" }>, rule: Rule, stem: string): string {
  return output.getPath?.(rule, stem) ?? `${stem}${output.codec.extensions[0] ?? ".md"}`;
}

/** Returns the file name without extension: the name of the rule, made valid as a file name. */
function getStem({ name, origin }: Rule): string {
  return toSafeName(origin.label === true ? getRuleName(name, [".md", ".mdc"]) : name);
}

/** Whether a path is in the folder of another path in `dir`, or outside `dir`. */
function isInSameFolder(path: string, inDir: string, dir: string): boolean {
  const folder = inDir.slice(0, inDir.lastIndexOf("/") + 1);
  return path.startsWith(`${dir}/${folder}`) || !path.startsWith(`${dir}/`);
}

function isBelow(path: string, base: string | undefined): boolean {
  return base === undefined || path.startsWith(`${base}/`);
}

function isFor({ targets }: Rule, { id, aliases }: Dialect): boolean {
  return targets.length === 0 || [id, ...aliases].some((name) => targets.includes(name));
}

/** Whether a tool reads the file that the rule comes from, and still does after the export. */
function readsOwnFile(target: Dialect, { origin }: Rule): boolean {
  if (origin.path === undefined) return false;
  const skills = findSkillHost(target.id);
  // Many tools read the skills of other tools too.
  if (skills !== undefined && origin.dialect !== "precept" && isSkillFile(origin.path) && readsSkill(skills, origin.path))
    return true;
  const path = origin.base === undefined ? origin.path : origin.path.slice(origin.base.length + 1);
  const readDialects = [target, ...dialects.filter(({ id }) => target.alsoReads.includes(id))];
  return readDialects.some(({ formats }) =>
    formats.some(({ codec, locations }) => {
      if (codec.id !== origin.dialect) return false;
      return locations.some((location) => {
        return contains(location, path, origin.base !== undefined) && !isShadowed(location, path, target.output);
      });
    }),
  );
}

function contains({ dir, files, personal, nested }: FormatLocation, path: string, isNested: boolean): boolean {
  if (personal === true || (isNested && nested !== true)) return false;
  const prefix = dir === "" ? "" : `${dir}/`;
  return files === undefined ? path.startsWith(prefix) : files.some((file) => path === prefix + file);
}

/** Whether the tool ignores a file of the location once the output of the export exists. */
function isShadowed({ dir, files = [], firstOnly, unless = [] }: FormatLocation, path: string, output: DialectOutput): boolean {
  const outputPath = output.kind === "joined" ? output.file : output.dir;
  if (unless.some((other) => other === outputPath || other.startsWith(`${outputPath}/`))) return true;
  const paths = files.map((file) => (dir === "" ? file : `${dir}/${file}`));
  return firstOnly === true && paths.includes(outputPath) && paths.indexOf(outputPath) < paths.indexOf(path);
}
