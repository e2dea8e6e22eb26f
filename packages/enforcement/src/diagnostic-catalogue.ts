import { createReporter } from "@precept/core";

/** The diagnostics of loading and enforcing policies, as data. Codes are permanent. */
export const enforcementDiagnostics = {
  "config/unknown-starter": {
    severity: "error",
    title: "There are no starter policies of this name",
  },
  "policies/unreadable": {
    severity: "error",
    title: "A policy file or directory cannot be read; what was in force from it stays in force",
    hint: "Check that it is there, and its permissions.",
  },
  "policies/too-many": {
    severity: "error",
    title: "A policy directory holds more than 20,000 entries, or is nested deeper than 32 directories; the rest is not read",
    hint: "Point `policies.dirs` at the policies alone.",
  },
  "policies/kept": {
    severity: "warning",
    title: "A policy file has errors; its last good version stays in force",
    hint: "Correct what is reported about the file.",
  },
  "policies/baseline-unreadable": {
    severity: "error",
    title: "The baseline cannot be read, and accepts nothing",
    hint: "Restore it from version control, or write a new one.",
  },
  "policies/not-recorded": {
    severity: "error",
    title: "A decision could not be written to the audit log",
  },
  "policies/not-counted": {
    severity: "error",
    title: "What became of advice could not be kept",
  },
  "policies/not-notified": {
    severity: "error",
    title: "A person could not be called in",
    hint: "Look at `policies.notify` in the configuration.",
  },
  "policies/no-checkpoint": {
    severity: "warning",
    title: "No checkpoint could be made for a rollback to go back to",
  },
  "policies/not-rolled-back": {
    severity: "error",
    title: "The work tree could not be taken back to a checkpoint, and is as it was",
  },
} as const;

export type EnforcementDiagnosticCode = keyof typeof enforcementDiagnostics;

/** Creates a diagnostic of this catalogue. */
export const report: ReturnType<typeof createReporter<typeof enforcementDiagnostics>> = createReporter(enforcementDiagnostics);
