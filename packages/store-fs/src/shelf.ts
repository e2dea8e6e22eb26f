import { isDeepStrictEqual } from "node:util";
import { compareText, frozenCopy, type Diagnostic, type Rule, type StoreChange } from "@precept/core";
import { pathInside } from "@precept/files";
import type { FoundFile } from "./list-files.ts";
import type { RootPlace } from "./root-place.ts";

/** A rule file that is to be read. */
export interface PlannedFile {
  readonly found: FoundFile;
  /** As people know it. */
  readonly file: string;
  /** Of its rule. */
  readonly id: string;
  readonly place: RootPlace;
}

/** A rule file and what was read from it. */
export interface ShelvedFile extends PlannedFile {
  /** Absent where it holds none. */
  readonly rule?: Rule;
  /** Whether the rule is that of an earlier version, because the file holds none any more. */
  readonly isEarlier?: boolean;
  readonly diagnostics: readonly Diagnostic[];
}

/** Everything that was read, by file. A file that holds no rule any more keeps the last good one it had, until it is gone. */
export class Shelf {
  readonly #files = new Map<string, ShelvedFile>();
  readonly #byId = new Map<string, ShelvedFile>();
  /** What is wrong with the roots themselves, by the order of the roots. */
  readonly #listings = new Map<number, readonly Diagnostic[]>();
  #diagnostics: readonly Diagnostic[] | undefined;

  get rules(): readonly Rule[] {
    return [...this.#byId.values()].flatMap(({ rule }) => rule ?? []);
  }

  get files(): readonly ShelvedFile[] {
    return [...this.#files.values()];
  }

  /** The file at an absolute path, as far as a root knows it: two roots may hold the same one. */
  at(place: RootPlace, path: string): ShelvedFile | undefined {
    return this.#files.get(keyOf(place, path));
  }

  withId(id: string): ShelvedFile | undefined {
    return this.#byId.get(id);
  }

  /**
   * Whether a file below a path was read, or a diagnostic is about the path or about something below it.
   *
   * @param shown the same path as diagnostics show it.
   */
  mentions(place: RootPlace, path: string, shown: string): boolean {
    const listing = this.#listings.get(place.order) ?? [];
    if (listing.some(({ file }) => file === shown || file?.startsWith(`${shown}/`) === true)) return true;
    return [...this.#files.values()].some((file) => file.place === place && pathInside(path, file.found.path) !== undefined);
  }

  put(file: ShelvedFile): StoreChange {
    const key = keyOf(file.place, file.found.path);
    const before = this.#files.get(key);
    const rule = file.rule === undefined || isSame(before?.rule, file.rule) ? before?.rule : file.rule;
    const kept: ShelvedFile = rule === undefined ? file : { ...file, rule, isEarlier: file.rule === undefined };
    this.#files.set(key, kept);
    if (before !== undefined && before.id !== file.id) this.#byId.delete(before.id);
    this.#byId.set(file.id, kept);
    if (!isDeepStrictEqual(before?.diagnostics ?? [], file.diagnostics)) this.#diagnostics = undefined;
    const deleted = before?.rule !== undefined && before.id !== file.id ? [before.id] : [];
    return { saved: rule === undefined || rule === before?.rule ? [] : [rule], deleted };
  }

  remove(file: ShelvedFile): StoreChange {
    this.#files.delete(keyOf(file.place, file.found.path));
    if (this.#byId.get(file.id) === file) this.#byId.delete(file.id);
    if (file.diagnostics.length > 0) this.#diagnostics = undefined;
    return { saved: [], deleted: file.rule === undefined ? [] : [file.id] };
  }

  /** Takes over the last good versions of files that are broken now from the store that this one replaces. */
  adopt(before: Shelf, places: readonly RootPlace[]): void {
    for (const file of before.files) {
      if (file.isEarlier !== true || file.rule === undefined) continue;
      const place = places.find((one) => isSamePlace(one, file.place));
      if (place === undefined) continue;
      const { rootOrder: _, ...origin } = file.rule.origin;
      const rule = { ...file.rule, origin: { ...origin, ...(place.order > 0 && { rootOrder: place.order }) } };
      this.put({ ...file, place, rule: frozenCopy(rule) });
    }
  }

  setListing(order: number, diagnostics: readonly Diagnostic[]): void {
    if (!isDeepStrictEqual(this.#listings.get(order) ?? [], diagnostics)) this.#diagnostics = undefined;
    this.#listings.set(order, diagnostics);
  }

  /**
   * What is wrong: with the roots, then with the files, in the order of the roots and of paths. The same array as long as nothing in it changes.
   */
  get diagnostics(): readonly Diagnostic[] {
    this.#diagnostics ??= [
      ...[...this.#listings].toSorted(([left], [right]) => left - right).flatMap(([, listing]) => listing),
      ...[...this.#files.values()]
        .filter((file) => file.diagnostics.length > 0)
        .toSorted((left, right) => left.place.order - right.place.order || compareText(left.found.inRoot, right.found.inRoot))
        .flatMap((file) => file.diagnostics),
    ];
    return this.#diagnostics;
  }
}

/** Names a file of a store: two roots may hold the same path. */
export function keyOf({ order }: RootPlace, path: string): string {
  return `${order} ${path}`;
}

/** Whether two stores of the same project read the same files in the same way from a root. */
function isSamePlace(left: RootPlace, right: RootPlace): boolean {
  const { codec, ...root } = left.root;
  const { codec: other, ...otherRoot } = right.root;
  return left.dir === right.dir && codec.id === other.id && isDeepStrictEqual(root, otherRoot);
}

function isSame(before: Rule | undefined, after: Rule): boolean {
  return before !== undefined && before.id === after.id && before.origin.sha256 === after.origin.sha256;
}

/** Several changes as one, of which the later ones win. */
export function joinChanges(changes: Iterable<StoreChange>): StoreChange {
  const saved = new Map<string, Rule>();
  const deleted = new Set<string>();
  for (const change of changes) {
    for (const id of change.deleted) {
      saved.delete(id);
      deleted.add(id);
    }
    for (const rule of change.saved) {
      deleted.delete(rule.id);
      saved.set(rule.id, rule);
    }
  }
  return { saved: [...saved.values()], deleted: [...deleted] };
}
