import type { Rule, RuleCodec } from "@precept/core";
import type { Dialect } from "@precept/mdc-compat";
import type { LedgerEntry } from "../ledger/ledger.ts";

/** A file to be written by an export. */
export interface DraftFile {
  readonly path: string;
  readonly targets: readonly Dialect[];
  readonly codec: RuleCodec;
  /** The rules to print, in order. More than one only if the target has one file for all rules. */
  readonly rules: readonly Rule[];
  /** Data of an imported file that the ledger preserves. */
  readonly preserved: Pick<LedgerEntry, "head" | "fields">;
}
