import { PreceptError, type Diagnostic } from "@precept/core";
import { readLedger, type Ledger } from "@precept/mdc-compat";
import { describeUnread, openRoot, readFileInSync } from "@precept/files";
import { report } from "../diagnostic-catalogue.ts";
import { ledgerPath } from "../places.ts";

/** The largest ledger that is read, in bytes: a line each for some 200,000 files. */
export const maxLedgerBytes = 67_108_864;

export interface LoadedLedger {
  readonly ledger: Ledger;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads the ledger of a project. Most have none, and nothing is waited for to find that out. One that can't be read is empty, and a diagnostic
 * says so: its files are then read as rules.
 */
export function loadLedger(root: string): LoadedLedger {
  const content = readFileInSync(openRoot(root), ledgerPath, { maxBytes: maxLedgerBytes });
  if (content.kind === "missing") return { ledger: new Map(), diagnostics: [] };
  if (content.kind !== "bytes") return unreadable(describeUnread(content));
  const read = readLedger(content.bytes.toString("utf8"));
  return read instanceof Map ? { ledger: read, diagnostics: [] } : unreadable((read as { readonly problem: string }).problem);
}

/**
 * The ledger for somebody who is about to write by it.
 *
 * @throws PreceptError `LEDGER_INVALID` where it can't be read: without it nobody knows which files are whose.
 */
export function requireLedger(root: string): Ledger {
  const { ledger, diagnostics } = loadLedger(root);
  const [problem] = diagnostics;
  if (problem !== undefined) throw new PreceptError("LEDGER_INVALID", { path: ledgerPath, problem: problem.message });
  return ledger;
}

function unreadable(problem: string): LoadedLedger {
  return {
    ledger: new Map(),
    diagnostics: [report("ledger/unreadable", { file: ledgerPath }, `The ledger cannot be read: ${problem}.`)],
  };
}
