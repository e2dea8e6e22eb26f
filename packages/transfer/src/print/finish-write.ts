import type { Ledger, LedgerEntry } from "../ledger/ledger.ts";
import { isWrittenText } from "../ledger/same-text.ts";
import { splitSections } from "./sections.ts";

/** Returns the entry of a file with the sections of a killed write, if the file has a new one of them. */
export function finishWrite(entry: LedgerEntry, text: string): LedgerEntry {
  const { nextSections, sections = [], next: _, ...rest } = entry;
  if (nextSections === undefined) return entry;
  const before = new Set(sections.map(({ name }) => name));
  const added = new Set(nextSections.flatMap(({ name }) => (before.has(name) ? [] : [name])));
  if (!splitSections(text).sections.some(({ name }) => added.has(name))) return entry;
  const { head: _head, fields: _fields, ...joined } = rest;
  return { ...joined, rules: nextSections.map(({ rule }) => rule), sections: nextSections };
}

/**
 * Returns the ledger with the rules that writes gave their files before they were killed.
 *
 * @param readFile returns the text of a file in the project. Default: no file is read.
 */
export function withFinishedWrites(ledger: Ledger, readFile: ((path: string) => string | undefined) | undefined): Ledger {
  const finished = [...ledger].flatMap(([path, entry]): (readonly [string, LedgerEntry])[] => {
    const text = entry.next === undefined || entry.nextSections === undefined ? undefined : readFile?.(path);
    if (entry.next === undefined || text === undefined || !isWrittenText(text, [entry.next])) return [];
    return [[path, { ...finishWrite(entry, text), sha256: entry.next }]];
  });
  return finished.length === 0 ? ledger : new Map([...ledger, ...finished]);
}
