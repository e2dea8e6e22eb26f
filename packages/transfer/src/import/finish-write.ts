import type { LedgerEntry } from "../ledger/ledger.ts";
import { splitSections } from "../print/sections.ts";

/**
 * Returns the entry of a file that was edited after a write of it was killed: with the sections of that write, if the file has one of those that it did
 * not have before.
 */
export function finishWrite(entry: LedgerEntry, text: string): LedgerEntry {
  const { nextSections, sections = [], next: _, ...rest } = entry;
  if (nextSections === undefined) return entry;
  const before = new Set(sections.map(({ name }) => name));
  const added = new Set(nextSections.flatMap(({ name }) => (before.has(name) ? [] : [name])));
  const isWritten = splitSections(text).sections.some(({ name }) => added.has(name));
  if (!isWritten) return entry;
  const { head: _head, fields: _fields, ...joined } = rest;
  return { ...joined, rules: nextSections.map(({ rule }) => rule), sections: nextSections };
}
