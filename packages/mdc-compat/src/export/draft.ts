import { toSafeName, type FidelityNote, type Rule, type RuleCodec } from "@precept/core";
import type { Dialect, FormatPlace, Output } from "../dialect.ts";
import { nameOf } from "../format/name-of.ts";
import { asInFile } from "./as-in-file.ts";
import { flattenRule } from "./flatten.ts";
import type { Ledger, LedgerEntry } from "./ledger.ts";
import { dialects } from "../dialects.ts";

/** What an export is about. */
export interface ExportRequest {
  /** The rules to write, in the order in which an agent reads them: see `exportableRules`. */
  readonly rules: readonly Rule[];
  readonly targets: readonly Dialect[];
  readonly ledger: Ledger;
  /** Whether what a target can't express is written all the same, as the closest thing that it can. */
  readonly lossy: boolean;
}

/** A file that an export wants to be there. */
export interface WantedFile {
  readonly path: string;
  readonly targets: readonly Dialect[];
  readonly codec: RuleCodec;
  /** What it says: several rules only where the format has one file for all. As they are to be printed, in order. */
  readonly rules: readonly Rule[];
  /** What the ledger keeps of it from the time before it was Precept's. */
  readonly kept: Pick<LedgerEntry, "head" | "fields">;
}

/** A rule that a target does not get, or not as it is. */
export interface RuleReport {
  readonly rule: Rule;
  readonly target: Dialect;
  /** Why it is not written, or what of it is not. */
  readonly notes: readonly FidelityNote[];
}

/** What an export would write, before anybody looked at what is there. */
export interface ExportDraft {
  readonly files: readonly WantedFile[];
  /** Rules that a target can't express. */
  readonly left: readonly RuleReport[];
  /** Rules that are written, though not with all that they say. */
  readonly reduced: readonly RuleReport[];
  /** Rules that a target reads where they are. */
  readonly there: readonly { readonly rule: Rule; readonly target: Dialect }[];
}

/** Works out which files would say the rules to the targets, and which rules no file can say. */
export function draftExport(request: ExportRequest): ExportDraft {
  const drafting = new Drafting(request);
  for (const target of request.targets) drafting.addTarget(target);
  return drafting.finish();
}

interface Placed {
  readonly path: string;
  readonly codec: RuleCodec;
  /** As it is printed there. */
  readonly rule: Rule;
  readonly kept: WantedFile["kept"];
}

class Drafting {
  readonly #request: ExportRequest;
  readonly #files = new Map<string, WantedFile>();
  /** The paths that are taken, whatever the case of their letters: not every system tells them apart. */
  readonly #taken = new Map<string, string>();
  readonly #left: RuleReport[] = [];
  readonly #reduced: RuleReport[] = [];
  readonly #there: { rule: Rule; target: Dialect }[] = [];
  /** The files of the last export, by target and rule. */
  readonly #known = new Map<string, readonly [path: string, entry: LedgerEntry]>();

  constructor(request: ExportRequest) {
    this.#request = request;
    for (const [path, entry] of request.ledger) {
      const [rule] = entry.rules;
      if (entry.rules.length !== 1) continue;
      for (const target of entry.targets) this.#known.set(`${target} ${rule}`, [path, entry]);
    }
  }

  addTarget(target: Dialect): void {
    for (const rule of this.#request.rules) {
      if (isFor(rule, target)) this.#place(rule, target);
    }
  }

  finish(): ExportDraft {
    return { files: [...this.#files.values()], left: this.#left, reduced: this.#reduced, there: this.#there };
  }

  #place(rule: Rule, target: Dialect): void {
    if (reads(target, rule)) {
      this.#there.push({ rule, target });
      return;
    }
    const known = this.#placeAsBefore(rule, target);
    const placed = known ?? this.#placeAnew(rule, target);
    const notes = notesOn(placed);
    const leaked = this.#leaks(rule, placed.path, target);
    const all = leaked === undefined ? notes : [...notes, leaked];
    if (all.some(({ kind }) => kind === "meaning") && !this.#request.lossy) {
      this.#left.push({ rule, target, notes: all.filter(({ kind }) => kind === "meaning") });
      return;
    }
    if (all.length > 0) this.#reduced.push({ rule, target, notes: all });
    this.#put(placed, target);
  }

  /** Where the last export wrote the rule, or where it was imported from, if that is still a place for it. */
  #placeAsBefore(rule: Rule, target: Dialect): Placed | undefined {
    const [path, entry] = this.#known.get(`${target.id} ${rule.id}`) ?? [];
    const format = target.formats.find(({ codec }) => codec.id === entry?.format);
    if (path === undefined || entry === undefined || format === undefined) return undefined;
    const printed = isBelow(path, rule.origin.base) ? rule : flattenRule(rule);
    const { head, fields } = entry;
    const kept = { ...(head !== undefined && { head }), ...(fields !== undefined && { fields }) };
    const placed = { path, codec: format.codec, rule: asInFile(printed, entry), kept };
    const { output } = target;
    if (output.kind === "joined") return path === outputPath(target, rule) ? placed : undefined;
    if (output.pathOf !== undefined && !isInFolderOf(path, output.pathOf(rule, "x"), output.dir)) return undefined;
    // A format of old, or one file for everything, can't say all that the usual one can.
    return format.codec.id === output.codec.id || notesOn(placed).every(({ kind }) => kind !== "meaning") ? placed : undefined;
  }

  #placeAnew(rule: Rule, target: Dialect): Placed {
    const { output } = target;
    const base = output.nested ? rule.origin.base : undefined;
    const printed = output.nested ? rule : flattenRule(rule);
    const inBase = (path: string): string => (base === undefined ? path : `${base}/${path}`);
    if (output.kind === "joined") return { path: inBase(output.file), codec: output.codec, rule: printed, kept: {} };
    const stem = stemOf(rule);
    for (let number = 1; ; number += 1) {
      const path = inBase(`${output.dir}/${pathFor(output, rule, number === 1 ? stem : `${stem}-${number}`)}`);
      const owner = this.#taken.get(path.toLowerCase());
      const before = this.#request.ledger.get(path);
      const isOthers =
        before !== undefined && before.targets.includes(target.id) && !before.rules.includes(rule.id) && this.#isWanted(before);
      if (owner === undefined && !isOthers) return { path, codec: output.codec, rule: printed, kept: {} };
    }
  }

  /** Whether the file of another rule is still wanted: its path is not free. */
  #isWanted({ rules }: LedgerEntry): boolean {
    return this.#request.rules.some(({ id }) => rules.includes(id));
  }

  /** A file that several tools read says everything to all of them. */
  #leaks(rule: Rule, path: string, target: Dialect): FidelityNote | undefined {
    if (rule.targets.length === 0) return undefined;
    const others = this.#request.targets.filter(
      (other) => other !== target && outputPath(other, rule) === path && !isFor(rule, other),
    );
    if (others.length === 0) return undefined;
    return {
      field: "targets",
      kind: "meaning",
      message: `${others.map(({ title }) => title).join(" and ")} would read it in ${path} as well.`,
    };
  }

  #put({ path, codec, rule, kept }: Placed, target: Dialect): void {
    const there = this.#files.get(path);
    this.#taken.set(path.toLowerCase(), rule.id);
    if (there === undefined) {
      this.#files.set(path, { path, codec, targets: [target], rules: [rule], kept });
      return;
    }
    this.#files.set(path, {
      ...there,
      targets: there.targets.includes(target) ? there.targets : [...there.targets, target],
      rules: there.rules.some(({ id }) => id === rule.id) ? there.rules : [...there.rules, rule],
      // What stood in front of one text does not stand in front of several.
      kept: there.rules.every(({ id }) => id === rule.id) ? there.kept : {},
    });
  }
}

/** What the file does not say. One that says what it said when it was imported lacks nothing. */
function notesOn({ codec, rule, kept: { head } }: Placed): readonly FidelityNote[] {
  const original = head === undefined ? undefined : head + rule.content;
  const { text, notes } = codec.print({ ...rule, targets: [] }, original);
  return text === original ? [] : notes;
}

function outputPath({ output }: Dialect, { origin }: Rule): string | undefined {
  if (output.kind !== "joined") return undefined;
  return output.nested && origin.base !== undefined ? `${origin.base}/${output.file}` : output.file;
}

function pathFor(output: Extract<Output, { kind: "files" }>, rule: Rule, stem: string): string {
  return output.pathOf?.(rule, stem) ?? `${stem}${output.codec.extensions[0] ?? ".md"}`;
}

/** The name of the rule's file, which is the rule's name wherever that can be a file's. */
function stemOf({ name, origin }: Rule): string {
  return toSafeName(origin.label === true ? nameOf(name, [".md", ".mdc"]) : name);
}

/** Whether a file lies in the folder in which its tool looks for such a rule now. */
function isInFolderOf(path: string, inDir: string, dir: string): boolean {
  const folder = inDir.slice(0, inDir.lastIndexOf("/") + 1);
  return path.startsWith(`${dir}/${folder}`) || !path.startsWith(`${dir}/`);
}

function isBelow(path: string, base: string | undefined): boolean {
  return base === undefined || path.startsWith(`${base}/`);
}

function isFor({ targets }: Rule, { id, aliases }: Dialect): boolean {
  return targets.length === 0 || [id, ...aliases].some((name) => targets.includes(name));
}

/** Whether a tool reads the rule in the file that it comes from, and still does when the export has written its own. */
function reads(target: Dialect, { origin }: Rule): boolean {
  if (origin.path === undefined) return false;
  const path = origin.base === undefined ? origin.path : origin.path.slice(origin.base.length + 1);
  const read = [target, ...dialects.filter(({ id }) => target.alsoReads.includes(id))];
  return read.some(({ formats }) =>
    formats.some(({ codec, places }) => {
      if (codec.id !== origin.dialect) return false;
      return places.some((place) => holds(place, path, origin.base !== undefined) && !isHidden(place, path, target.output));
    }),
  );
}

function holds({ dir, files, personal, nested }: FormatPlace, path: string, isNested: boolean): boolean {
  if (personal === true || (isNested && nested !== true)) return false;
  const prefix = dir === "" ? "" : `${dir}/`;
  return files === undefined ? path.startsWith(prefix) : files.some((file) => path === prefix + file);
}

/** Whether the tool no longer looks at a place, or at one of its files, where it finds what an export writes for it. */
function isHidden({ dir, files = [], firstOnly, unless = [] }: FormatPlace, path: string, output: Output): boolean {
  const written = output.kind === "joined" ? output.file : output.dir;
  if (unless.some((other) => other === written || other.startsWith(`${written}/`))) return true;
  const paths = files.map((file) => (dir === "" ? file : `${dir}/${file}`));
  return firstOnly === true && paths.includes(written) && paths.indexOf(written) < paths.indexOf(path);
}
