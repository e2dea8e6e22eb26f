import type { Diagnostic } from "@precept/core";

/** How bad a finding is, in SARIF's words. `none`: it is told and asks for nothing. */
export type FindingLevel = "error" | "warning" | "note" | "none";

/** Something found at a place of a file, by whatever program: what the writers of reports take. */
export interface Finding {
  /** Permanent. */
  readonly code: string;
  readonly level: FindingLevel;
  readonly message: string;
  /** What to do about it. */
  readonly hint?: string;
  /** Relative to the project, with `/` between segments. */
  readonly file?: string;
  /** From 1, like all that follow. Columns are in UTF-16 code units. */
  readonly line?: number;
  readonly column?: number;
  readonly endLine?: number;
  /** Behind the last character. */
  readonly endColumn?: number;
  /** By which the finding is known again when it moves. */
  readonly fingerprint?: string;
  readonly suppression?: FindingSuppression;
}

/** Somebody has accepted a finding: in the file itself, or elsewhere. */
export interface FindingSuppression {
  readonly kind: "inSource" | "external";
  readonly justification?: string;
}

/** What a program may find, whether it did or not. */
export interface FindingRule {
  readonly code: string;
  /** As a heading. */
  readonly title: string;
  readonly level: FindingLevel;
  /** What to do about it, for any finding. */
  readonly help?: string;
  readonly helpUri?: string;
  readonly tags?: readonly string[];
  /** From 0.0 to 10.0, for what endangers security. */
  readonly securitySeverity?: string;
}

const levels = { error: "error", warning: "warning", info: "note" } as const;

export function findingOfDiagnostic(diagnostic: Diagnostic): Finding {
  const { severity, ...rest } = diagnostic;
  return { ...rest, level: levels[severity] };
}
