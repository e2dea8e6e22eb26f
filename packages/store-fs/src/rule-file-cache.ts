import { isDeepStrictEqual } from "node:util";
import { compareText, frozenCopy, type ChangeRecord, type Diagnostic, type Rule, type StoredRule } from "@precept/core";
import { pathInside } from "@precept/files";
import { CreationTimes } from "./creation-times.ts";
import type { FoundFile } from "./list-files.ts";
import type { ReadFile } from "./read-rule.ts";
import type { ResolvedRoot } from "./resolved-root.ts";

export interface PlannedFile {
  readonly found: FoundFile;
  /** The path as messages show it. */
  readonly file: string;
  readonly id: string;
  readonly root: ResolvedRoot;
}

export interface CachedRuleFile extends PlannedFile {
  /** Absent if the file contains no rule. */
  readonly rule?: Rule;
  /** Whether the rule is from an earlier version, because the file contains none now. */
  readonly isEarlier?: boolean;
  readonly diagnostics: readonly Diagnostic[];
  /** Whether the file says when the rule was created. */
  readonly declaresCreation?: true;
  /** Whether the file is the agent's memory, so that no earlier rule is kept either. */
  readonly isMemory?: boolean;
}

/** The rule files of a store, as read. A file that becomes invalid keeps its last valid rule until it is deleted. */
export class RuleFileCache {
  readonly creationTimes: CreationTimes = new CreationTimes();
  readonly #files = new Map<string, CachedRuleFile>();
  readonly #byId = new Map<string, CachedRuleFile>();
  /** The rules of the store that this one replaces, by the key of their files. Rules that are the same stay the same objects. */
  #replaced: ReadonlyMap<string, Rule> = new Map();
  /** The diagnostics of the roots themselves, by the position of the root. */
  readonly #listings = new Map<number, readonly Diagnostic[]>();
  #diagnostics: readonly Diagnostic[] | undefined;
  #listingDiagnostics: readonly Diagnostic[] | undefined;
  /** Absent until `recordChanges`, so that the first load of many files is fast. */
  #changes: ChangeRecords | undefined;

  get rules(): readonly Rule[] {
    return [...this.#byId.values()].flatMap(({ rule }) => rule ?? []);
  }

  get files(): readonly CachedRuleFile[] {
    return [...this.#files.values()];
  }

  /** Returns the file at an absolute path in a root. Two roots may contain the same file. */
  at(root: ResolvedRoot, path: string): CachedRuleFile | undefined {
    return this.#files.get(keyOf(root, path));
  }

  withId(id: string): CachedRuleFile | undefined {
    return this.#byId.get(id);
  }

  /** Whether the cache has a file at or below a path, or a diagnostic about it. */
  mentions(root: ResolvedRoot, path: string, displayPath: string): boolean {
    const listing = this.#listings.get(root.order) ?? [];
    if (listing.some(({ file }) => file === displayPath || file?.startsWith(`${displayPath}/`) === true)) return true;
    return [...this.#files.values()].some((file) => file.root === root && pathInside(path, file.found.path) !== undefined);
  }

  recordChanges(): void {
    this.#changes ??= new ChangeRecords();
  }

  /** Returns the changes since the last call. */
  takeChanges(): readonly ChangeRecord[] {
    return this.#changes?.take() ?? [];
  }

  /** @param isListed whether to rely on the list of creation times. Default: for files that are new. */
  set(read: CachedRuleFile, isListed?: boolean): void {
    const key = keyOf(read.root, read.found.path);
    const before = this.#files.get(key);
    const file = withCreationTime(read, this.creationTimes, isListed ?? before === undefined);
    const earlier = file.isMemory === true ? undefined : before?.rule;
    const rule = file.rule === undefined ? earlier : this.#findSame(key, file.rule, earlier);
    const cached: CachedRuleFile = rule === undefined ? file : { ...file, rule, isEarlier: file.rule === undefined };
    this.#files.set(key, cached);
    if (before !== undefined && before.id !== file.id) this.#setId(before.id, undefined);
    this.#setId(file.id, cached);
    if (!isSameList(before?.diagnostics ?? [], file.diagnostics)) this.#diagnostics = undefined;
  }

  #findSame(key: string, rule: Rule, earlier: Rule | undefined): Rule {
    return [earlier, this.#replaced.get(key)].find((one) => isSame(one, rule)) ?? rule;
  }

  remove(file: CachedRuleFile): void {
    this.#files.delete(keyOf(file.root, file.found.path));
    if (this.#byId.get(file.id) === file) this.#setId(file.id, undefined);
    if (file.diagnostics.length > 0) this.#diagnostics = undefined;
  }

  #setId(id: string, file: CachedRuleFile | undefined): void {
    this.#changes?.add(id, this.#byId.get(id)?.rule, file?.rule);
    if (file === undefined) this.#byId.delete(id);
    else this.#byId.set(id, file);
  }

  /**
   * Adopts rules from the cache of the store that this one replaces: the last valid ones of files that are invalid now,
   * and the objects of those that have not changed, until {@link forgetReplaced}.
   */
  adopt(before: RuleFileCache, roots: readonly ResolvedRoot[]): void {
    const replaced = new Map<string, Rule>();
    const same = new Map<ResolvedRoot, ResolvedRoot | undefined>();
    for (const file of before.files) {
      if (file.rule === undefined) continue;
      if (!same.has(file.root))
        same.set(
          file.root,
          roots.find((one) => isSameRoot(one, file.root)),
        );
      const root = same.get(file.root);
      if (root === undefined) continue;
      if (file.isEarlier !== true) {
        if (root.order === file.root.order) replaced.set(keyOf(root, file.found.path), file.rule);
        continue;
      }
      const { rootOrder: _, ...origin } = file.rule.origin;
      const rule = { ...file.rule, origin: { ...origin, ...(root.order > 0 && { rootOrder: root.order }) } };
      this.set({ ...file, root, rule: frozenCopy(rule) });
    }
    this.#replaced = replaced;
  }

  forgetReplaced(): void {
    this.#replaced = new Map();
  }

  setListing(order: number, diagnostics: readonly Diagnostic[]): void {
    if (!isSameList(this.#listings.get(order) ?? [], diagnostics)) this.#diagnostics = undefined;
    this.#listings.set(order, diagnostics);
    this.#listingDiagnostics = undefined;
  }

  /** The diagnostics of the roots themselves. */
  get listingDiagnostics(): readonly Diagnostic[] {
    this.#listingDiagnostics ??= [...this.#listings]
      .toSorted(([left], [right]) => left - right)
      .flatMap(([, listing]) => listing);
    return this.#listingDiagnostics;
  }

  /** The diagnostics without those that the store has besides its roots. */
  get rootDiagnostics(): readonly Diagnostic[] {
    const others = [...this.#listings].filter(([order]) => order < 0).flatMap(([, listing]) => listing);
    return this.diagnostics.slice(others.length);
  }

  /** The diagnostics of the roots, then of the files in order. The same array until a diagnostic changes. */
  get diagnostics(): readonly Diagnostic[] {
    this.#diagnostics ??= [
      ...this.listingDiagnostics,
      ...[...this.#files.values()]
        .filter((file) => file.diagnostics.length > 0)
        .toSorted(
          (left, right) => left.root.order - right.root.order || compareText(left.found.relativePath, right.found.relativePath),
        )
        .flatMap((file) => file.diagnostics),
    ];
    return this.#diagnostics;
  }
}

/**
 * Replaces the creation time of a rule by the recorded one, unless its file says when it was created.
 *
 * @param isListed whether to rely on the list of records, see `CreationTimes.get`.
 */
export function withCreationTime<File extends PlannedFile & Pick<ReadFile, "rule" | "declaresCreation">>(
  file: File,
  times: CreationTimes,
  isListed: boolean,
): File {
  const { rule, declaresCreation } = file;
  if (rule === undefined || declaresCreation === true) return file;
  const createdAt = times.get(file, isListed) ?? rule.createdAt;
  return createdAt === rule.createdAt ? file : { ...file, rule: frozenCopy({ ...rule, createdAt }) };
}

/** Whether two lists of diagnostics are equal. Most are empty, and Node loads a module for the comparison. */
function isSameList(left: readonly Diagnostic[], right: readonly Diagnostic[]): boolean {
  return left.length === right.length && (left.length === 0 || isDeepStrictEqual(left, right));
}

/** The key of a file in a store: two roots may contain the same path. */
export function keyOf({ order }: ResolvedRoot, path: string): string {
  return `${order} ${path}`;
}

/** Whether roots of two stores of one project read the same files in the same way. */
function isSameRoot(left: ResolvedRoot, right: ResolvedRoot): boolean {
  const { codec, ...root } = left.options;
  const { codec: other, ...otherRoot } = right.options;
  return left.dir === right.dir && codec.id === other.id && isDeepStrictEqual(root, otherRoot);
}

function isSame(before: Rule | undefined, after: Rule): boolean {
  return before !== undefined && before.id === after.id && before.origin.sha256 === after.origin.sha256;
}

/** The changes of rules since the last publication: one record for each rule. */
class ChangeRecords {
  readonly #records = new Map<string, ChangeRecord>();

  add(id: string, before: Rule | undefined, after: Rule | undefined): void {
    const first = this.#records.get(id);
    this.#records.set(id, { id, before: first === undefined ? before : first.before, after: after && asStored(after) });
  }

  /** Returns the records and removes them. Rules that changed back are not included. */
  take(): readonly ChangeRecord[] {
    const records = [...this.#records.values()].filter(({ before, after }) => before !== after?.rule);
    this.#records.clear();
    return records;
  }
}

/** The rule of a file with its revision, the hash of the file. */
export function asStored(rule: Rule): StoredRule {
  return Object.freeze({ rule, revision: rule.origin.sha256 ?? "", cursor: rule.id });
}
