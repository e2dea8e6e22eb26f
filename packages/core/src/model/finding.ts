import type { DiagnosticSeverity } from "@precept/contract/values";
import type { Diagnostic, DiagnosticEntry, Fix } from "./diagnostic.ts";

/** The level of a finding. `none`: for information only. */
export type FindingLevel = DiagnosticSeverity | "none";

/** A problem in a file, in the form for reports. */
export interface Finding {
  readonly code: string;
  readonly level: FindingLevel;
  readonly message: string;
  /** What to do about it. */
  readonly hint?: string | undefined;
  /** Relative to the project, with `/` between segments; absolute if it is outside. */
  readonly file?: string | undefined;
  /** From 1, as the following fields. Columns count UTF-16 code units. */
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  readonly endLine?: number | undefined;
  /** The column after the last character. */
  readonly endColumn?: number | undefined;
  /** Identifies the finding across runs, even if other lines change. */
  readonly fingerprint?: string | undefined;
  /** Set if the finding was accepted and does not count. */
  readonly suppression?: FindingSuppression | undefined;
  readonly fix?: Fix | undefined;
}

/** How a finding was accepted. */
export interface FindingSuppression {
  /** `inSource`: by a comment in the file. `external`: by a list outside the file, such as a baseline. */
  readonly kind: "inSource" | "external";
  /** The reason that was given. */
  readonly justification?: string | undefined;
}

/** What a code means, for the rules of a report. */
export interface FindingRule {
  readonly code: string;
  readonly level: FindingLevel;
  /** The problem as a heading. */
  readonly title: string;
  /** What to do about it, for any document. */
  readonly hint?: string | undefined;
  /** The URL of a page about it. */
  readonly page?: string | undefined;
  /** Tags by which reports can be filtered. */
  readonly tags?: readonly string[] | undefined;
  /** The severity of a security problem, from 0.0 to 10.0. */
  readonly securitySeverity?: string | undefined;
}

/** Converts a diagnostic to a finding. */
export function diagnosticToFinding({ severity, ...rest }: Diagnostic): Finding {
  return { ...rest, level: severity };
}

/** Converts a diagnostic catalogue to the rules of a report. */
export function catalogueToFindingRules(catalogue: Readonly<Record<string, DiagnosticEntry>>): readonly FindingRule[] {
  return Object.entries(catalogue).map(([code, { severity, title, hint }]) => ({ code, level: severity, title, hint }));
}
