import { createReporter } from "@precept/core";

/** The diagnostics of loading and enforcing policies. Codes are permanent. */
export const enforcementDiagnostics = {
  "config/unknown-starter": {
    severity: "error",
    title: "Unknown starter policies",
  },
  "policies/unreadable": {
    severity: "error",
    title: "A policy file or directory cannot be read; its policies remain active as last loaded",
    hint: "Check that it exists, and its permissions.",
  },
  "policies/too-many": {
    severity: "error",
    title: "A policy directory has more than 20,000 entries or 32 levels; the rest is not read",
    hint: "Set `policies.dirs` to directories that contain only policies.",
  },
  "policies/kept": {
    severity: "warning",
    title: "A policy file has errors; its last valid version remains active",
    hint: "Fix the errors that are reported for the file.",
  },
  "policies/baseline-unreadable": {
    severity: "error",
    title: "The baseline cannot be read, so it accepts nothing",
    hint: "Restore it from version control, or write a new one.",
  },
  "policies/context-ignored": {
    severity: "warning",
    title: "A value in the context is ignored, because Precept determines it itself",
    hint: "A program that uses Precept as a library can pass it in `signals`.",
  },
  "policies/not-recorded": {
    severity: "error",
    title: "A decision could not be written to the audit log",
  },
  "policies/not-counted": {
    severity: "error",
    title: "The state of soft hooks could not be saved",
  },
  "policies/not-asked": {
    severity: "error",
    title: "The questions to a human could not be read or saved, so that no stored answer counts",
    hint: "Check that `.precept/state` is writable.",
  },
  "policies/not-notified": {
    severity: "error",
    title: "Failed to send a notification",
    hint: "Check `policies.notify` in the configuration.",
  },
  "policies/no-checkpoint": {
    severity: "warning",
    title: "Failed to create a checkpoint, so a rollback is not possible",
  },
  "policies/not-rolled-back": {
    severity: "error",
    title: "Failed to roll back to the checkpoint; no file was changed",
  },
} as const;

export type EnforcementDiagnosticCode = keyof typeof enforcementDiagnostics;

/** Creates a diagnostic of this catalogue. */
export const report: ReturnType<typeof createReporter<typeof enforcementDiagnostics>> = createReporter(enforcementDiagnostics);
