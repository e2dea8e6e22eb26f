import { printNativeRule, parseNativeRule, toSafeName, type Rule, type RuleDraft } from "@precept/core";
import type { Dialect } from "../model/dialect.ts";
import { isUnchanged, type ExportAction, type ExistingFile } from "../export/plan.ts";
import type { Ledger, LedgerEntry } from "../export/ledger.ts";
import { getNameKey } from "../export/name-key.ts";
import { isSameJson } from "../export/is-same-json.ts";
import { findAvailableName } from "./find-available-name.ts";
import { mergeChanges } from "./merge-changes.ts";
import { notReadable, type ReadReference } from "../references/included-text.ts";
import { convertImports } from "../references/convert-imports.ts";
import { spellReference } from "../references/reference-path.ts";

/** A rule file of another tool, to be imported. */
export interface SourceFile {
  readonly dialect: Dialect;
  /** Id of the codec that parsed the file. */
  readonly format: string;
  /** The parsed rule. `origin.path` is the path of the file in the project. */
  readonly rule: Rule;
  /** Path relative to the rule directory of the tool. For files outside of such a directory, the file name. */
  readonly inRoot: string;
  readonly file: ExistingFile;
}

export interface PlanImportOptions {
  readonly ledger: Ledger;
  /** The existing native rules, by id. */
  readonly natives: ReadonlyMap<string, Rule>;
  /** Returns the existing file at a path in the project, or undefined if there is none. */
  readonly getExisting: (path: string) => ExistingFile | "unusable" | undefined;
  /** Returns the SHA-256 of a text in hexadecimal. */
  readonly hash: (text: string) => string;
  /** Returns the texts of the files that rules refer to. Default: references stay as they are. */
  readonly readReference?: ReadReference;
}

/** A source file that is not imported. */
export interface SkippedSource {
  readonly path: string;
  /**
   * `known`: the file was exported or imported before and has not changed. `joined`: the file contains several rules, so its edits cannot be assigned
   * to one of them. `both changed`: the file and its native rule were both edited.
   */
  readonly reason: "known" | "joined" | "both changed";
}

/** The planned change of one native rule. */
export interface ImportAction extends ExportAction {
  /** The file that the rule or its change comes from, in the project. */
  readonly source: string;
}

/** The changes of an import, before they are applied. The source files are not changed; exports update them from then on. */
export interface ImportPlan {
  readonly actions: readonly ImportAction[];
  readonly skipped: readonly SkippedSource[];
  readonly ledger: Ledger;
}

/** Plans an import: creates native rules from rule files of other tools, and merges edits of exported files into their rules. */
export function planImport(sources: readonly SourceFile[], options: PlanImportOptions): ImportPlan {
  const planner = new ImportPlanner(sources, options);
  for (const source of sources) planner.add(source);
  return planner.finish();
}

class ImportPlanner {
  readonly #options: PlanImportOptions;
  readonly #actions: ImportAction[] = [];
  readonly #skipped: SkippedSource[] = [];
  readonly #ledger: Map<string, LedgerEntry>;
  readonly #names: Set<string>;
  readonly #paths = new Set<string>();
  /** Paths of all files with rules. */
  readonly #ruleFiles: ReadonlySet<string>;

  constructor(sources: readonly SourceFile[], options: PlanImportOptions) {
    this.#options = options;
    this.#ruleFiles = new Set([...sources.flatMap(({ rule }) => rule.origin.path ?? []), ...options.ledger.keys()]);
    this.#ledger = new Map(options.ledger);
    this.#names = new Set([...options.natives.values()].map(getNameKey));
  }

  finish(): ImportPlan {
    return { actions: this.#actions, skipped: this.#skipped, ledger: this.#ledger };
  }

  add(source: SourceFile): void {
    const path = source.rule.origin.path ?? source.inRoot;
    const entry = this.#options.ledger.get(path);
    if (entry === undefined) this.#importFile(source, path);
    else if (isUnchanged(source.file, entry, this.#options.hash)) this.#skip(path, "known");
    else this.#mergeFile(source, path, entry);
  }

  /** Creates a native rule from a file that is not in the ledger. */
  #importFile(source: SourceFile, path: string): void {
    const { rule, dialect, format, file } = source;
    const name = this.#chooseName(source);
    const nativePath = this.#choosePath(source);
    const spell = (target: string): string | undefined => spellReference(target, rule.origin.base, nativePath);
    const { source: writtenSource, ...metadata } = rule.metadata;
    const native = {
      ...rule,
      // A key of other tools that is a field of native rules.
      ...(typeof writtenSource === "string" && rule.source === undefined && { source: writtenSource, metadata }),
      name,
      description: rule.description.trim() === "" ? (findHeading(rule) ?? name) : rule.description,
      content: convertImports(rule, (one) => this.#canReference(one), spell),
    };
    const { text } = printNativeRule(native);
    this.#actions.push({ ...this.#planFile(nativePath, text, dialect), source: path });
    this.#ledger.set(path, {
      targets: [dialect.id],
      format,
      rules: [`project:${nativePath}`],
      sha256: file.sha256,
      ...getHead(file.text, rule.content),
      ...compareFields(rule, parseNativeRule({ text, path: nativePath, file: nativePath }).draft),
    });
  }

  /** Whether a native reference can include the file. Rule files are not included: their rules apply on their own. */
  #canReference(path: string): boolean {
    return !this.#ruleFiles.has(path) && typeof this.#options.getExisting(path) === "object";
  }

  #planFile(path: string, after: string, dialect: Dialect): ExportAction {
    const found = this.#options.getExisting(path);
    const shared = { path, targets: [dialect.id], rules: [`project:${path}`], after };
    if (found === undefined) return { kind: "create", ...shared };
    if (found === "unusable") return { kind: "blocked", ...shared, reason: "unusable" };
    const before = { before: found.text, beforeSha256: found.sha256 };
    if (found.text === after) return { kind: "unchanged", ...shared, ...before };
    return { kind: "blocked", ...shared, ...before, reason: "foreign" };
  }

  /** Merges the edits of a file in the ledger into its native rule. */
  #mergeFile({ rule, dialect, format, file }: SourceFile, path: string, entry: LedgerEntry): void {
    const [id] = entry.rules;
    const native = id === undefined ? undefined : this.#options.natives.get(id);
    const ruleFormat = dialect.formats.find((one) => one.codec.id === format);
    if (entry.rules.length !== 1 || native?.origin.path === undefined || ruleFormat === undefined)
      return this.#skip(path, "joined");
    const { hash, ledger, readReference = notReadable } = this.#options;
    const merged = mergeChanges({ native, edited: rule, entry, format: ruleFormat, path, hash, ledger, readReference });
    const found = this.#options.getExisting(native.origin.path);
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
      source: path,
    });
    const draft = parseNativeRule({ text: after, path: native.origin.path, file: "" }).draft;
    const { head: _, fields: __, ...rest } = entry;
    this.#ledger.set(path, {
      ...rest,
      sha256: file.sha256,
      ...getHead(file.text, rule.content),
      ...compareFields(rule, draft),
    });
  }

  #skip(path: string, reason: SkippedSource["reason"]): void {
    this.#skipped.push({ path, reason });
  }

  /** Chooses a name that no native rule of the directory has: the rule's own name if possible, else one derived from its path. */
  #chooseName({ rule, inRoot, dialect }: SourceFile): string {
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

  #choosePath({ rule, inRoot, dialect }: SourceFile): string {
    const { base } = rule.origin;
    const dir = `${base === undefined ? "" : `${base}/`}.precept/rules`;
    const { natives } = this.#options;
    const stem = getSafeStem(inRoot);
    const getPath = (candidate: string): string => `${dir}/${candidate}.md`;
    const available = findAvailableName(
      [stem, `${stem}-${dialect.id}`],
      (candidate) => this.#paths.has(getPath(candidate).toLowerCase()) || natives.has(`project:${getPath(candidate)}`),
      this.#paths.size + natives.size,
    );
    this.#paths.add(getPath(available).toLowerCase());
    return getPath(available);
  }
}

/** Returns the text of a file before the content of its rule. */
function getHead(text: string, content: string): { readonly head?: string } {
  return text.endsWith(content) ? { head: text.slice(0, text.length - content.length) } : {};
}

const comparedFields = [
  "name",
  "description",
  "content",
  "inclusion",
  "globs",
  "enabled",
  "contexts",
  "targets",
  "metadata",
] as const;

/** Returns the fields in which the native rule differs from the imported file, for the ledger. */
function compareFields(rule: Rule, native: RuleDraft | undefined): Pick<LedgerEntry, "fields"> {
  const differing = comparedFields.filter((field) => native !== undefined && !isSameJson(native[field], rule[field]));
  if (native === undefined || differing.length === 0) return {};
  const fields = differing.map((field) => [field, { rule: native[field], file: rule[field] }] as const);
  return { fields: Object.fromEntries(fields) };
}

function getStem(path: string): string {
  // A rule that is a folder is named after it.
  const [, folder] = /^(.+)\/(?:SKILL\.md|RULE\.mdc)$/.exec(path) ?? [];
  const [, stem = folder ?? path] =
    folder !== undefined ? [] : (/^(.*?)(?:\.instructions)?\.(?:mdc|md|markdown|txt)$/i.exec(path) ?? []);
  return stem.replace(/^\.+/, "");
}

/** Maximum length of the path of an imported rule relative to its rule directory, without extension. */
const maxStemLength = 400;

/** Returns the path of a source file without extension, valid on every system. If it is too long, only its last segment. */
function getSafeStem(inRoot: string): string {
  const segments = getStem(inRoot).split("/").map(toSafeName);
  const stem = segments.join("/");
  return stem.length <= maxStemLength ? stem : (segments.at(-1) ?? stem);
}

/** Returns the first heading of the content, the description of an imported rule that has none. */
function findHeading({ content }: Rule): string | undefined {
  return /^#{1,6}[ \t]+(.*\S)/m.exec(content)?.[1]?.replace(/[ \t]+#+$/, "");
}
