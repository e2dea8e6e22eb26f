import type { Diagnostic } from "@precept/core";
import type { CompiledDocument } from "./compile-policies.ts";

/** Starter policies in compiled form. They are valid. */
export interface CompiledStarter {
  /** The SHA-256 of the YAML text that was compiled, in lower-case hexadecimal. */
  readonly digest: string;
  /** The policies, compiled by `compilePolicies`: the text, or its parsed value. */
  readonly compiled: string | CompiledDocument;
  /** The diagnostics of validating them with the default tables. */
  readonly diagnostics: readonly Diagnostic[];
}
