import { PreceptError, isRecord, type Json } from "@precept/core";
import { itemKinds, type ItemKind } from "@precept/mdc-compat";
import type { FileMode } from "../skill-files/skill-folder.ts";
import { describeUnread, openRoot, readFileInSync } from "@precept/files";

/** A file that an export wrote, or that was imported: a copy of native rules for a tool. */
export interface LedgerEntry {
  /** Ids of the dialects that the file is for. */
  readonly targets: readonly string[];
  /** Id of the codec of the file; `file` for a file beside a skill, which is copied as it is. */
  readonly format: string;
  readonly rules: readonly string[];
  /** SHA-256 of the file when Precept last wrote or read it, in hexadecimal. */
  readonly sha256: string;
  /** SHA-256 of the content of a write that started and has not finished. */
  readonly next?: string;
  /** The sections that a write that started and has not finished gives the file, if they are others than before. */
  readonly nextSections?: readonly LedgerSection[];
  /** For imported files, the text before the content of the rule: an unchanged rule is exported to the same bytes. */
  readonly head?: string;
  /** For imported files, the fields that a native rule cannot store as the file does, with both values. */
  readonly fields?: { readonly [field: string]: { readonly rule: Json; readonly file: Json } };
  /** For a symbolic link, the path of the file in the project that it leads to. That file has another entry. */
  readonly link?: string;
  /** Whether the user wrote the file, with the text that the first export would have written. No import replaces it. */
  readonly handwritten?: true;
  /** The path of the file with the text of the other rules, if the file imports it with a line such as `@AGENTS.md`. */
  readonly imports?: string;
  /** The kind of a file beside a skill. For a link, of kind `120000`, `sha256` is the hash of its text. */
  readonly mode?: FileMode;
  readonly sections?: readonly LedgerSection[];
  /** For a file with items instead of rules: the items that are in it. Its `format` is `items`. */
  readonly items?: readonly LedgerItem[];
}

/** A command, a subagent, an MCP server, an ignore file or permissions in a file of a tool. */
export interface LedgerItem {
  /** The id of the item: `project:` and the path of its native file. */
  readonly rule: string;
  readonly kind: ItemKind;
  /** The keys that lead to the value in a shared file. Absent if the item is the whole file. */
  readonly at?: readonly string[];
  /** SHA-256 of the value in a shared file, as JSON with sorted keys, in hexadecimal. */
  readonly sha256?: string;
  /** SHA-256 of the native item when it was last written or read. */
  readonly item: string;
  /** Whether the value was written by hand: it stays as it is until its native item changes. Default false. */
  readonly imported?: boolean;
}

export interface LedgerSection {
  readonly rule: string;
  /** The name in its marker line. */
  readonly name: string;
  /** SHA-256 of the text of the section as `splitSections` returns it, in hexadecimal. */
  readonly sha256: string;
  /** The line at its start that is not part of the rule: the name of a rule that starts without a heading. */
  readonly heading?: string;
}

/** All files that Precept manages for other tools, by path in the project. */
export type Ledger = ReadonlyMap<string, LedgerEntry>;

/** The version that is written. Version 1 has neither links nor sections. */
const version = 2;
/** The version of a ledger with files beside skills, which earlier versions of Precept would delete. */
const versionWithCopies = 3;
/** The version of a ledger with items, which earlier versions of Precept would delete too. */
const versionWithItems = 4;
const readableVersions: readonly unknown[] = [1, version, versionWithCopies, versionWithItems];

export interface UnreadableLedger {
  /** Why the ledger cannot be read, as a clause. */
  readonly problem: string;
}

/** Parses a ledger. */
export function readLedger(text: string): Ledger | UnreadableLedger {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
  if (!isRecord(parsed) || !isRecord(parsed["files"])) return { problem: "it has no `files` object" };
  if (!readableVersions.includes(parsed["version"])) {
    return {
      problem: `it has version ${JSON.stringify(parsed["version"])}, but this version of Precept reads versions ${readableVersions.join(" and ")}`,
    };
  }
  const entries = Object.entries(parsed["files"]);
  const invalid = entries.find(([, entry]) => !isEntry(entry));
  if (invalid !== undefined) return { problem: `the entry of "${invalid[0]}" is not valid` };
  return new Map(entries as [string, LedgerEntry][]);
}

/** Prints a ledger with one line per file, sorted by path, so that git can merge changes of different branches. */
export function printLedger(ledger: Ledger): string {
  const lines = [...ledger]
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([path, entry]) => `    ${JSON.stringify(path)}: ${printEntry(entry)}`);
  const entries = [...ledger.values()];
  const withoutItems = entries.some(({ mode }) => mode !== undefined) ? versionWithCopies : version;
  const written = entries.some(({ items }) => items !== undefined) ? versionWithItems : withoutItems;
  return `{\n  "version": ${written},\n  "files": {\n${lines.join(",\n")}\n  }\n}\n`;
}

/** The printed entries: a transfer prints its ledger several times, and most entries do not change. */
const printedEntries = new WeakMap<LedgerEntry, string>();

function printEntry(entry: LedgerEntry): string {
  const printed = printedEntries.get(entry) ?? JSON.stringify(entry);
  printedEntries.set(entry, printed);
  return printed;
}

function isEntry(value: unknown): value is LedgerEntry {
  return (
    isRecord(value) &&
    isStringArray(value["targets"]) &&
    isStringArray(value["rules"]) &&
    [value["format"], value["sha256"]].every((field) => typeof field === "string") &&
    [value["next"], value["head"], value["link"], value["imports"]].every(
      (field) => field === undefined || typeof field === "string",
    ) &&
    [undefined, "100644", "100755", "120000"].includes(value["mode"] as string | undefined) &&
    [undefined, true].includes(value["handwritten"] as boolean | undefined) &&
    (value["fields"] === undefined || isRecord(value["fields"])) &&
    [value["sections"], value["nextSections"]].every((list) => list === undefined || isSectionList(list)) &&
    (value["items"] === undefined || isItemList(value["items"]))
  );
}

function isSectionList(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.every(
      (item) =>
        isRecord(item) &&
        [item["rule"], item["name"], item["sha256"]].every((field) => typeof field === "string") &&
        (item["heading"] === undefined || typeof item["heading"] === "string"),
    )
  );
}

function isItemList(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.every(
      (one) =>
        isRecord(one) &&
        [one["rule"], one["item"]].every((field) => typeof field === "string") &&
        itemKinds.some((kind) => kind === one["kind"]) &&
        (one["at"] === undefined || isStringArray(one["at"])) &&
        (one["sha256"] === undefined || typeof one["sha256"] === "string") &&
        (one["imported"] === undefined || typeof one["imported"] === "boolean"),
    )
  );
}

function isStringArray(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

/** The ledger of exported and imported files, relative to the project. Belongs in version control. */
export const ledgerPath = ".precept/ledger.json";

/** The size limit of a ledger, in bytes: enough for about 200,000 files. */
export const maxLedgerBytes = 67_108_864;

/** Reads the ledger of a project, synchronously. A missing ledger is empty. */
export function readLedgerFile(root: string): Ledger | UnreadableLedger {
  const content = readFileInSync(openRoot(root), ledgerPath, { maxBytes: maxLedgerBytes });
  if (content.kind === "missing") return new Map();
  return content.kind === "bytes" ? readLedger(content.bytes.toString("utf8")) : { problem: describeUnread(content) };
}

/**
 * Reads the ledger before a write.
 *
 * @throws PreceptError `LEDGER_INVALID` if it cannot be read, because exported files could not be distinguished from
 *   handwritten ones.
 */
export function requireLedger(root: string): Ledger {
  const ledger = readLedgerFile(root);
  if (!("problem" in ledger)) return ledger;
  throw new PreceptError("LEDGER_INVALID", { path: ledgerPath, reason: describeUnreadable(ledger) });
}

/** Says that a ledger cannot be read, as a sentence. */
export function describeUnreadable({ problem }: UnreadableLedger): string {
  return `The ledger cannot be read: ${problem}.`;
}

/** Replaces the ids of rules of other tools by the ids of the native rules that they became. */
export function renameRules(ledger: Ledger, ids: ReadonlyMap<string, string>): Ledger {
  if (ids.size === 0) return ledger;
  const rename = (id: string): string => ids.get(id) ?? id;
  return new Map(
    [...ledger].map(([path, entry]) => {
      if (!entry.rules.some((id) => ids.has(id))) return [path, entry];
      const { sections } = entry;
      return [
        path,
        {
          ...entry,
          rules: entry.rules.map(rename),
          ...(sections !== undefined && { sections: sections.map((section) => ({ ...section, rule: rename(section.rule) })) }),
        },
      ];
    }),
  );
}
