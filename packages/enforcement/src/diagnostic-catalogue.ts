import { createReporter } from "@precept/core";

/** The diagnostics of loading and enforcing policies. Codes are permanent. */
export const enforcementDiagnostics = {
  "config/unknown-starter": { severity: "error", title: "Unknown starter policies" },
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
  "policies/managed-refused": {
    severity: "error",
    title: "A managed policy file or directory is not read, because its owner is not an administrator or others can write to it",
    hint: "Let root own it (`chown -R root`), and let only root write to it (`chmod -R go-w`).",
  },
  "policies/managed-unprotected": {
    severity: "warning",
    title: "Managed policies belong to the user, so every program that the user runs can change them",
    hint: "Let root own the directory: `sudo chown -R root`.",
  },
  "policies/overrides-managed": {
    severity: "error",
    title: "A policy has the id of a managed policy; it is not enforced",
    hint: "Give it another id. Managed policies cannot be changed by a project.",
  },
  "policies/overrides-starter": {
    severity: "warning",
    title: "A policy of the project replaces a starter policy",
    hint: "If it is not meant, remove it or give it another id.",
  },
  "policies/weakened-starter": {
    severity: "warning",
    title: "The governance tables of the project make starter policies less strict",
    hint: "If it is not meant, change `policies.tables` in the configuration.",
  },
  "policies/similar-id": {
    severity: "warning",
    title: "The ids of two policies differ only in letter case; both are enforced",
    hint: "Rename one of them.",
  },
  "policies/protected": {
    severity: "error",
    title: "A client cannot register a policy with the id of a policy that is not its own",
    hint: "Register it with another id. Policies of files and starters are changed in the project.",
  },
  "policies/too-many-registered": {
    severity: "error",
    title: "A client has registered 500 policies, so that no further one is accepted",
    hint: "Replace one of its policies, or write them to a file.",
  },
  "policies/registered-inactive": {
    severity: "warning",
    title: "A registered policy is not active, because a file or a starter now defines its id",
    hint: "Register it with another id.",
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
  "policies/not-recorded": { severity: "error", title: "A decision could not be written to the audit log" },
  "policies/not-counted": { severity: "error", title: "The state of soft hooks could not be saved" },
  "policies/session-not-stored": {
    severity: "error",
    title:
      "What happened in the session could not be read or saved, so that policies of the priorities P0 and P1 with a `sequence` count as violated",
    hint: "Check that `.precept/state` is writable.",
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
  "policies/no-checkpoint": { severity: "warning", title: "Failed to create a checkpoint, so a rollback is not possible" },
  "policies/not-rolled-back": {
    severity: "error",
    title: "Failed to roll back to the checkpoint; no file was changed",
  },
} as const;

export type EnforcementDiagnosticCode = keyof typeof enforcementDiagnostics;

export const report: ReturnType<typeof createReporter<typeof enforcementDiagnostics>> = createReporter(enforcementDiagnostics);
