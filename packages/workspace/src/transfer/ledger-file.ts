import { PreceptError, type Diagnostic } from "@precept/core";
import { readLedger, type Ledger } from "@precept/mdc-compat";
import { describeUnread, openRoot, readFileInSync } from "@precept/files";
import { report } from "../diagnostic-catalogue.ts";
import { ledgerPath } from "../paths.ts";

/** The size limit of a ledger, in bytes: enough for about 200,000 files. */
export const maxLedgerBytes = 67_108_864;

export interface LoadedLedger {
  readonly ledger: Ledger;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads the ledger of a project, synchronously. A missing ledger is empty. An unreadable one is empty and reported; its files are then read as rules.
 */
export function loadLedger(root: string): LoadedLedger {
  const content = readFileInSync(openRoot(root), ledgerPath, { maxBytes: maxLedgerBytes });
  if (content.kind === "missing") return { ledger: new Map(), diagnostics: [] };
  if (content.kind !== "bytes") return unreadable(describeUnread(content));
  const read = readLedger(content.bytes.toString("utf8"));
  return read instanceof Map ? { ledger: read, diagnostics: [] } : unreadable((read as { readonly problem: string }).problem);
}

/**
 * Reads the ledger before a write.
 *
 * @throws PreceptError `LEDGER_INVALID` if it cannot be read, because exported files could not be distinguished from handwritten ones.
 */
export function requireLedger(root: string): Ledger {
  const { ledger, diagnostics } = loadLedger(root);
  const [problem] = diagnostics;
  if (problem !== undefined) throw new PreceptError("LEDGER_INVALID", { path: ledgerPath, reason: problem.message });
  return ledger;
}

function unreadable(problem: string): LoadedLedger {
  return {
    ledger: new Map(),
    diagnostics: [report("ledger/unreadable", { file: ledgerPath }, `The ledger cannot be read: ${problem}.`)],
  };
}
