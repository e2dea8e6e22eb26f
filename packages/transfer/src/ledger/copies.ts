import type { FileEntry } from "../skill-files/skill-folder.ts";
import type { Ledger, LedgerEntry } from "./ledger.ts";

/** How a ledger entry names files that are copied as they are, in place of a format. */
export const copyFormat = "file";

/** Whether a file of the ledger is a copy of a file beside a skill, which has no rule. */
export function isCopy({ mode }: LedgerEntry): boolean {
  return mode !== undefined;
}

/** Whether a file of the ledger has items, such as commands and MCP servers, in place of rules. */
export function hasItems({ items }: LedgerEntry): boolean {
  return items !== undefined;
}

/** Returns the entries of files with rules: neither copied files nor files with items. */
export function selectRuleFiles(ledger: Ledger): Ledger {
  return new Map([...ledger].filter(([, entry]) => !isCopy(entry) && !hasItems(entry)));
}

/** Whether a file has the bytes that Precept wrote. Permissions do not count: copying a project can lose them. */
export function isUnchangedCopy({ sha256, mode }: Pick<FileEntry, "mode" | "sha256">, entry: LedgerEntry): boolean {
  return [entry.sha256, entry.next].includes(sha256) && (mode === "120000") === (entry.mode === "120000");
}
