import type { Scope } from "@precept/core";

export interface ImportCommandOptions {
  readonly from?: readonly string[];
  readonly include?: readonly string[];
  readonly kind?: readonly string[];
  readonly take?: readonly string[];
  readonly merge?: boolean;
  readonly dryRun?: boolean;
  /** The files with memories. */
  readonly file?: readonly string[];
  /** The scope of imported memories. */
  readonly scope?: Scope;
}
