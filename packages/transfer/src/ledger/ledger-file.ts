import { PreceptError } from "@precept/core";
import { describeUnread, openRoot, readFileInSync } from "@precept/files";
import { ledgerPath } from "./ledger-path.ts";
import { readLedger, type Ledger, type UnreadableLedger } from "./ledger.ts";

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
 * @throws PreceptError `LEDGER_INVALID` if it cannot be read, because exported files could not be distinguished from handwritten ones.
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
