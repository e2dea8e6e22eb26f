import type { Diagnostic } from "@precept/core";
import { describeUnreadable, ledgerPath, readLedgerFile, type Ledger } from "@precept/transfer";
import { report } from "./diagnostic-catalogue.ts";

/** Reads the ledger of a project. An unreadable one is empty and reported; its files are then read as rules. */
export function loadLedger(root: string): { readonly ledger: Ledger; readonly diagnostics: readonly Diagnostic[] } {
  const ledger = readLedgerFile(root);
  if (!("problem" in ledger)) return { ledger, diagnostics: [] };
  return { ledger: new Map(), diagnostics: [report("ledger/unreadable", { file: ledgerPath }, describeUnreadable(ledger))] };
}
