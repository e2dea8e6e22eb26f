import type { Diagnostic, DiagnosticEntry, DiagnosticSeverity } from "../model/diagnostic.ts";
import type { Fix } from "../model/fix.ts";

/** How bad a finding is. `none`: it is told, and asks for nothing. */
export type FindingLevel = DiagnosticSeverity | "none";

/** Something that was found in a file, in the form in which reports for other programs are written. */
export interface Finding {
  readonly code: string;
  readonly level: FindingLevel;
  readonly message: string;
  /** What to do about it. */
  readonly hint?: string | undefined;
  /** Relative to the project, with `/` between segments; absolute where it lies outside. */
  readonly file?: string | undefined;
  /** From 1, like all that follow; columns count UTF-16 code units. */
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  readonly endLine?: number | undefined;
  /** Behind the last character. */
  readonly endColumn?: number | undefined;
  /** The same for the same finding in every run, also when lines above it come and go. */
  readonly fingerprint?: string | undefined;
  /** Why it does not count, where somebody accepted it. */
  readonly suppression?: FindingSuppression | undefined;
  readonly fix?: Fix | undefined;
}

/** Somebody has accepted a finding: in the file itself, or elsewhere. */
export interface FindingSuppression {
  /** `inSource`: by a comment beside it; `external`: by a list elsewhere. */
  readonly kind: "inSource" | "external";
  /** What whoever accepted it gave as the reason. */
  readonly justification?: string | undefined;
}

/** What a code means, for reports that explain themselves. */
export interface FindingRule {
  readonly code: string;
  readonly level: FindingLevel;
  /** What is wrong, as a heading. */
  readonly title: string;
  /** What to do about it, for any document. */
  readonly hint?: string | undefined;
  /** The address of a page about it. */
  readonly page?: string | undefined;
  /** By which reports can be sorted and filtered. */
  readonly tags?: readonly string[] | undefined;
  /** From 0.0 to 10.0, for what endangers security. */
  readonly securitySeverity?: string | undefined;
}

export function diagnosticToFinding({ severity, ...rest }: Diagnostic): Finding {
  return { ...rest, level: severity };
}

/** What the codes of a catalogue mean. */
export function catalogueToFindingRules(catalogue: Readonly<Record<string, DiagnosticEntry>>): readonly FindingRule[] {
  return Object.entries(catalogue).map(([code, { severity, title, hint }]) => ({ code, level: severity, title, hint }));
}
