import { isRecord, type Json } from "@precept/core";

/** A file that an export wrote, or whose rule was imported: it says what a rule of Precept's says, and is none of its own. */
export interface LedgerEntry {
  /** The ids of the tools that it is for. */
  readonly targets: readonly string[];
  /** The id of the codec that it is written with. */
  readonly format: string;
  /** The ids of the rules that it says. */
  readonly rules: readonly string[];
  /** What was in it when Precept last wrote or read it: the SHA-256 of its bytes. */
  readonly sha256: string;
  /** What is about to be in it, where a write was begun and not yet finished. */
  readonly next?: string;
  /** Everything in front of the rule's text, where the file came first: with it an unchanged rule gives the same bytes again. */
  readonly head?: string;
  /** What the file says otherwise than its rule, since a native rule can't say it so: what the rule says, and what the file does. */
  readonly fields?: { readonly [field: string]: { readonly rule: Json; readonly file: Json } };
}

/** The record of all such files, by their paths in the project. */
export type Ledger = ReadonlyMap<string, LedgerEntry>;

const version = 1;

/** Why a ledger can't be read. */
export interface UnreadableLedger {
  readonly problem: string;
}

export function readLedger(text: string): Ledger | UnreadableLedger {
  let written: unknown;
  try {
    written = JSON.parse(text);
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
  if (!isRecord(written) || !isRecord(written["files"])) return { problem: "it holds no list of files" };
  if (written["version"] !== version) {
    return { problem: `it was written by another version of Precept (${JSON.stringify(written["version"])}, not ${version})` };
  }
  const entries = Object.entries(written["files"]);
  const wrong = entries.find(([, entry]) => !isEntry(entry));
  if (wrong !== undefined) return { problem: `what it says of "${wrong[0]}" is not complete` };
  return new Map(entries as [string, LedgerEntry][]);
}

/** A line for each file, by path, so that two people's changes to it can be merged. */
export function printLedger(ledger: Ledger): string {
  const lines = [...ledger]
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([path, entry]) => `    ${JSON.stringify(path)}: ${JSON.stringify(entry)}`);
  return `{\n  "version": ${version},\n  "files": {\n${lines.join(",\n")}\n  }\n}\n`;
}

function isEntry(value: unknown): value is LedgerEntry {
  return (
    isRecord(value) &&
    isTexts(value["targets"]) &&
    isTexts(value["rules"]) &&
    [value["format"], value["sha256"]].every((field) => typeof field === "string") &&
    [value["next"], value["head"]].every((field) => field === undefined || typeof field === "string") &&
    (value["fields"] === undefined || isRecord(value["fields"]))
  );
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}
