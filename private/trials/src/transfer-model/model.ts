import { isUnchanged, readLedger, type Ledger } from "@precept/transfer";
import { sha256 } from "@precept/files";
import { readNativeTexts, readTexts } from "./disk/read-texts.ts";
import { describeEntry, isSameEntry, readTree, type Tree, type TreeEntry } from "./disk/tree.ts";
import { findParts, PartCounter } from "./parts.ts";
import { ignoreFilePaths, sharedPaths } from "./repositories/paths.ts";
import { withoutManagedValues } from "./shared-file.ts";
import type { HandEdit } from "./steps/edit-by-hand.ts";

/** What must be true of a project after each step, whatever Precept did. */
export class TransferModel {
  readonly parts: PartCounter = new PartCounter();
  readonly #dir: string;
  /** The parts that a user wrote and did not remove. */
  readonly #written = new Set<string>();
  /** What stood at each path that Precept changed since it last had no original. */
  readonly #originals = new Map<string, TreeEntry | undefined>();
  /** In how many different texts each part stood by hand. */
  readonly #copies = new Map<string, number>();
  /** Files with values of Precept and of the user that were edited by hand: a revert restores the values. */
  readonly #mixed = new Set<string>();
  #initialDirectories: ReadonlySet<string> = new Set();
  /** Whether a command was stopped: a file that it was about to change, and that was then edited, may count as changed. Its text goes to the backup. */
  #wasStopped = false;

  constructor(dir: string) {
    this.#dir = dir;
  }

  /** Notes what the new project has. */
  start(): void {
    const tree = readTree(this.#dir);
    for (const entry of tree.values())
      if (entry.kind === "file") for (const part of findParts(entry.text)) this.#written.add(part);
    this.#initialDirectories = new Set([...tree].flatMap(([path, { kind }]) => (kind === "directory" ? [path] : [])));
  }

  /** Notes a change by hand. */
  noteEdit({ path, added, removed }: HandEdit): void {
    if (sharedPaths.has(path)) {
      this.#mixed.add(path);
      this.#originals.delete(path);
    }
    for (const part of added) this.#written.add(part);
    for (const part of removed) this.#written.delete(part);
  }

  /** Notes the files of the project before a command, for the checks after it. */
  beforeCommand(): Tree {
    const ledger = this.#readLedger();
    const texts = new Map<string, Set<string>>();
    // The same text in another directory applies to other files, so it is another rule. In a command, it is an item.
    const note = (path: string, text: string): void => {
      const scope = /^(?:packages\/[^/]+(?:\/src)?|local)/.exec(path)?.[0] ?? "";
      const normalised = text
        .replace(/^\uFEFF|^\xEF\xBB\xBF/, "")
        .replaceAll("\r\n", "\n")
        .replace(/^---\n.*?\n---\n/s, "")
        .trim();
      for (const part of findParts(text))
        texts.set(part, (texts.get(part) ?? new Set()).add(`${scope} ${kindOf(path)}\n${normalised}`));
    };
    const tree = readTree(this.#dir);
    for (const [path, entry] of tree)
      if (entry.kind === "file" && !ledger.has(path) && !path.startsWith("docs/")) note(path, entry.text);
    for (const [part, found] of texts) {
      const natives = [...this.#readNatives().values()].filter((text) => findParts(text).has(part)).length;
      this.#copies.set(part, Math.max(this.#copies.get(part) ?? 1, natives + found.size));
    }
    return tree;
  }

  /** In how many different texts a part stood by hand, at most. */
  copiesOf(part: string): number {
    return this.#copies.get(part) ?? 1;
  }

  noteStop(): void {
    this.#wasStopped = true;
  }

  /** Notes what a command changed. */
  noteCommand(before: Tree): void {
    const after = readTree(this.#dir);
    for (const path of new Set([...before.keys(), ...after.keys()])) {
      if (after.get(path)?.kind === "directory" || before.get(path)?.kind === "directory") continue;
      if (!isSameEntry(before.get(path), after.get(path)) && !this.#originals.has(path) && !this.#mixed.has(path))
        this.#originals.set(path, before.get(path));
    }
  }

  /** Returns what is wrong after a revert. @param before the project before it. @param isFull whether it was for all tools, and was not stopped. */
  checkRevert(before: Tree, isFull: boolean): readonly string[] {
    const problems: string[] = [];
    const after = readTree(this.#dir);
    for (const path of new Set([...before.keys(), ...after.keys()])) {
      const [had, has] = [before.get(path), after.get(path)];
      if (had?.kind === "directory" || has?.kind === "directory" || isSameEntry(had, has)) continue;
      if (!this.#originals.has(path) && !this.#mixed.has(path) && !this.#wasStopped)
        problems.push(`revert changed ${path}, which no command had changed: ${describeEntry(had)} -> ${describeEntry(has)}`);
    }
    for (const [path, original] of this.#originals) {
      const has = after.get(path);
      if (isSameEntry(has, original)) this.#originals.delete(path);
      else if (isFull || !isSameEntry(has, before.get(path)))
        problems.push(`revert left ${path} as ${describeEntry(has)}; before Precept it was ${describeEntry(original)}`);
    }
    if (!isFull) return problems;
    this.#originals.clear();
    for (const [path, { kind }] of after) {
      const isEmpty = kind === "directory" && ![...after.keys()].some((other) => other.startsWith(`${path}/`));
      if (isEmpty && !this.#initialDirectories.has(path)) problems.push(`revert left the empty directory ${path}`);
    }
    return problems;
  }

  /** Forgets the originals of the files that an eject took out of the ledger. Their directories are the user's from then on. */
  noteEject(): void {
    const directories = [...readTree(this.#dir)].flatMap(([path, { kind }]) => (kind === "directory" ? [path] : []));
    this.#initialDirectories = new Set([...this.#initialDirectories, ...directories]);
    const ledger = this.#readLedger();
    for (const path of this.#originals.keys()) if (!ledger.has(path)) this.#originals.delete(path);
  }

  /** Returns which texts are lost or doubled. @param shown the texts that were shown to the user as conflicts. */
  checkTexts(shown: readonly string[]): readonly string[] {
    const natives = [...this.#readNatives()];
    const safe = new Set(shown.flatMap((text) => [...findParts(text)]));
    for (const [, text] of natives) for (const part of findParts(text)) safe.add(part);
    for (const [, text] of readTexts(this.#dir, ".precept/backup/objects")) for (const part of findParts(text)) safe.add(part);
    const ledger = this.#readLedger();
    for (const [path, entry] of readTree(this.#dir)) {
      if (entry.kind !== "file") continue;
      const text = Buffer.from(entry.text, "latin1").toString("utf8");
      const managed = ledger.get(path);
      const rest = managed === undefined ? undefined : withoutManagedValues(text, managed);
      if (rest !== undefined) {
        for (const part of findParts(rest)) safe.add(part);
        continue;
      }
      // The next export may replace a file that was not edited.
      if (managed !== undefined && isUnchanged({ text, sha256: sha256(text) }, managed)) continue;
      for (const part of findParts(text)) safe.add(part);
    }
    const lost = [...this.#written].filter((part) => !safe.has(part)).map((part) => `${part} is lost`);
    const doubled = [...this.#written].flatMap((part) => {
      const rules = natives.filter(([, text]) => findParts(text).has(part)).map(([path]) => path);
      const max = this.copiesOf(part);
      return rules.length > max ? [`${part} is in ${rules.length} rules, not ${max}: ${rules.join(", ")}`] : [];
    });
    return [...lost, ...doubled];
  }

  #readNatives(): ReadonlyMap<string, string> {
    return readNativeTexts(this.#dir);
  }

  #readLedger(): Ledger {
    const text = readTexts(this.#dir, ".precept").get(".precept/ledger.json");
    const ledger = text === undefined ? new Map() : readLedger(text);
    return ledger instanceof Map ? (ledger as Ledger) : new Map();
  }
}

/** What the text at a path is: a rule, or an item of a kind. */
function kindOf(path: string): string {
  const [, directory] = /\/(commands|agents)\//.exec(path) ?? [];
  return directory ?? sharedPaths.get(path) ?? (ignoreFilePaths.includes(path) ? "ignore" : "rule");
}
