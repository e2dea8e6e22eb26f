import { printNativeRule, parseNativeRule, toSafeName, type Rule, type RuleDraft } from "@precept/core";
import type { Dialect } from "../dialect.ts";
import type { ExportAction, PresentFile } from "../export/plan.ts";
import type { Ledger, LedgerEntry } from "../export/ledger.ts";
import { nameKey } from "../export/name-key.ts";
import { isSameJson } from "../export/same-json.ts";
import { firstFree } from "./first-free.ts";
import { mergeChanges } from "./merge-changes.ts";
import { withNativeReferences } from "./native-references.ts";

/** A rule file of another tool. */
export interface SourceFile {
  readonly dialect: Dialect;
  /** The id of the codec that read it. */
  readonly format: string;
  /** Its rule; `origin.path` is its path in the project. */
  readonly rule: Rule;
  /** Its path in the directory that its tool reads, or its name. */
  readonly inRoot: string;
  readonly file: PresentFile;
}

export interface ImportSurroundings {
  readonly ledger: Ledger;
  /** The native rules that are there, by id. */
  readonly natives: ReadonlyMap<string, Rule>;
  /** What lies at a path in the project; undefined where nothing does. */
  readonly present: (path: string) => PresentFile | "unusable" | undefined;
  readonly hash: (text: string) => string;
}

/** A source file of which nothing was made. */
export interface SkippedSource {
  readonly path: string;
  /** `known`: it says what a rule of Precept's says. `joined`: it says several, so that nobody can tell which of them was changed. */
  readonly reason: "known" | "joined" | "both changed";
}

/** An import as a value. The source files stay where they are; from then on they are written by exports. */
export interface ImportPlan {
  readonly actions: readonly ExportAction[];
  readonly skipped: readonly SkippedSource[];
  readonly ledger: Ledger;
}

/** Works out which native rules say what other tools' files do. */
export function planImport(sources: readonly SourceFile[], surroundings: ImportSurroundings): ImportPlan {
  const planning = new Planning(sources, surroundings);
  for (const source of sources) planning.add(source);
  return planning.finish();
}

class Planning {
  readonly #surroundings: ImportSurroundings;
  readonly #actions: ExportAction[] = [];
  readonly #skipped: SkippedSource[] = [];
  readonly #ledger: Map<string, LedgerEntry>;
  readonly #names: Set<string>;
  readonly #paths = new Set<string>();
  /** The files that rules come from. */
  readonly #sources: ReadonlySet<string>;

  constructor(sources: readonly SourceFile[], surroundings: ImportSurroundings) {
    this.#surroundings = surroundings;
    this.#sources = new Set([...sources.flatMap(({ rule }) => rule.origin.path ?? []), ...surroundings.ledger.keys()]);
    this.#ledger = new Map(surroundings.ledger);
    this.#names = new Set([...surroundings.natives.values()].map(nameKey));
  }

  finish(): ImportPlan {
    return { actions: this.#actions, skipped: this.#skipped, ledger: this.#ledger };
  }

  add(source: SourceFile): void {
    const path = source.rule.origin.path ?? source.inRoot;
    const entry = this.#surroundings.ledger.get(path);
    if (entry === undefined) this.#adopt(source, path);
    else if (source.file.sha256 === entry.sha256 || source.file.sha256 === entry.next) this.#skip(path, "known");
    else this.#takeOver(source, path, entry);
  }

  /** A file that Precept does not know becomes a native rule. */
  #adopt(source: SourceFile, path: string): void {
    const { rule, dialect, format, file } = source;
    const name = this.#freeName(source);
    const native = {
      ...rule,
      name,
      description: rule.description.trim() === "" ? (titleOf(rule) ?? name) : rule.description,
      content: withNativeReferences(rule, (one) => this.#isText(one)),
    };
    const { text } = printNativeRule(native);
    const nativePath = this.#freePath(source);
    this.#actions.push(this.#action(nativePath, text, dialect));
    this.#ledger.set(path, {
      targets: [dialect.id],
      format,
      rules: [`project:${nativePath}`],
      sha256: file.sha256,
      ...headOf(file.text, rule.content),
      ...fieldsThatDiffer(rule, parseNativeRule({ text, path: nativePath, file: nativePath }).draft),
    });
  }

  /** Whether a file can be brought in: one that is a rule itself says what it says on its own. */
  #isText(path: string): boolean {
    return !this.#sources.has(path) && typeof this.#surroundings.present(path) === "object";
  }

  #action(path: string, after: string, dialect: Dialect): ExportAction {
    const found = this.#surroundings.present(path);
    const shared = { path, targets: [dialect.id], rules: [`project:${path}`], after };
    if (found === undefined) return { kind: "create", ...shared };
    if (found === "unusable") return { kind: "blocked", ...shared, reason: "unusable" };
    const before = { before: found.text, beforeSha256: found.sha256 };
    if (found.text === after) return { kind: "unchanged", ...shared, ...before };
    return { kind: "blocked", ...shared, ...before, reason: "foreign" };
  }

  /** Somebody changed a file that an export wrote: the change goes into its rule, if that one is as it was. */
  #takeOver({ rule, dialect, format, file }: SourceFile, path: string, entry: LedgerEntry): void {
    const [id] = entry.rules;
    const native = id === undefined ? undefined : this.#surroundings.natives.get(id);
    const codec = dialect.formats.find((one) => one.codec.id === format)?.codec;
    if (entry.rules.length !== 1 || native?.origin.path === undefined || codec === undefined) return this.#skip(path, "joined");
    const merged = mergeChanges({ native, edited: rule, entry, codec, path, hash: this.#surroundings.hash });
    const found = this.#surroundings.present(native.origin.path);
    if (merged === undefined || typeof found !== "object") return this.#skip(path, "both changed");
    const after = printNativeRule(merged, found.text).text;
    this.#actions.push({
      kind: after === found.text ? "unchanged" : "update",
      path: native.origin.path,
      targets: [dialect.id],
      rules: [native.id],
      after,
      before: found.text,
      beforeSha256: found.sha256,
    });
    const draft = parseNativeRule({ text: after, path: native.origin.path, file: "" }).draft;
    const { head: _, fields: __, ...rest } = entry;
    this.#ledger.set(path, {
      ...rest,
      sha256: file.sha256,
      ...headOf(file.text, rule.content),
      ...fieldsThatDiffer(rule, draft),
    });
  }

  #skip(path: string, reason: SkippedSource["reason"]): void {
    this.#skipped.push({ path, reason });
  }

  /** The rule's own name, or one that also says where it comes from: native names are claims, labels were none. */
  #freeName({ rule, inRoot, dialect }: SourceFile): string {
    const fromPath = stemOf(inRoot).replaceAll("/", "-");
    const own = rule.origin.label === true ? stemOf(rule.name) : rule.name;
    const name = firstFree(
      [own, fromPath, `${fromPath}-${dialect.id}`],
      (candidate) => this.#names.has(nameKey({ ...rule, name: candidate })),
      this.#names.size,
    );
    this.#names.add(nameKey({ ...rule, name }));
    return name;
  }

  #freePath({ rule, inRoot, dialect }: SourceFile): string {
    const { base } = rule.origin;
    const dir = `${base === undefined ? "" : `${base}/`}.precept/rules`;
    const { natives } = this.#surroundings;
    const stem = safeStem(inRoot);
    const pathOf = (candidate: string): string => `${dir}/${candidate}.md`;
    const free = firstFree(
      [stem, `${stem}-${dialect.id}`],
      (candidate) => this.#paths.has(pathOf(candidate).toLowerCase()) || natives.has(`project:${pathOf(candidate)}`),
      this.#paths.size + natives.size,
    );
    this.#paths.add(pathOf(free).toLowerCase());
    return pathOf(free);
  }
}

/** Everything of a file in front of its rule's text. */
function headOf(text: string, content: string): { readonly head?: string } {
  return text.endsWith(content) ? { head: text.slice(0, text.length - content.length) } : {};
}

const projected = ["name", "description", "content", "inclusion", "globs", "enabled", "contexts", "targets", "metadata"] as const;

function fieldsThatDiffer(rule: Rule, native: RuleDraft | undefined): Pick<LedgerEntry, "fields"> {
  const differing = projected.filter((field) => native !== undefined && !isSameJson(native[field], rule[field]));
  if (native === undefined || differing.length === 0) return {};
  const fields = differing.map((field) => [field, { rule: native[field], file: rule[field] }] as const);
  return { fields: Object.fromEntries(fields) };
}

function stemOf(path: string): string {
  const [, stem = path] = /^(.*?)(?:\.instructions)?\.(?:mdc|md|markdown|txt)$/i.exec(path) ?? [];
  return stem.replace(/^\.+/, "");
}

/** The longest path of an imported rule below its rule directory, without extension. */
const maxStemLength = 400;

/** The path of a source file without extension, with each segment valid on every system. An overlong path is reduced to its last segment. */
function safeStem(inRoot: string): string {
  const segments = stemOf(inRoot).split("/").map(toSafeName);
  const stem = segments.join("/");
  return stem.length <= maxStemLength ? stem : (segments.at(-1) ?? stem);
}

/** What a rule without a description is about, as far as its text says so: its first heading. */
function titleOf({ content }: Rule): string | undefined {
  return /^#{1,6}[ \t]+(.*\S)/m.exec(content)?.[1]?.replace(/[ \t]+#+$/, "");
}
