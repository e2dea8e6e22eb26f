import { createReporter } from "@precept/core";

/** The diagnostics of verifying an audit log. Codes are permanent. */
export const auditDiagnostics = {
  "audit/entry-changed": {
    severity: "error",
    title: "An entry was changed after it was written",
    hint: "Compare it with a copy of the log.",
  },
  "audit/entries-missing": {
    severity: "error",
    title: "Entries are missing before this one",
    hint: "Search for them in a copy of the log.",
  },
  "audit/entry-out-of-place": {
    severity: "error",
    title: "An entry does not follow the one before it: it was inserted, repeated or moved",
    hint: "Compare the log with a copy.",
  },
  "audit/foreign-line": {
    severity: "error",
    title: "A line is not an entry of the log",
    hint: "Find out which program writes to the file: only Precept should.",
  },
  "audit/unfinished-line": {
    severity: "warning",
    title: "The last line is incomplete: its writer was killed before the entry was acknowledged",
    hint: "The next append repairs this.",
  },
  "audit/file-missing": {
    severity: "error",
    title: "Files of the log are missing before this one",
    hint: "Search for them in a copy of the log.",
  },
  "audit/end-missing": { severity: "error", title: "The end of the log is missing", hint: "Search for it in a copy of the log." },
  "audit/note-missing": {
    severity: "error",
    title: "The end marker of the log is missing or was changed, so a missing end cannot be detected",
    hint: "Compare the end of the log with a copy.",
  },
  "audit/trusted-entry-missing": {
    severity: "error",
    title: "The trusted entry is not in the log",
    hint: "The log was rewritten. Compare it with a copy.",
  },
} as const;

export type AuditDiagnosticCode = keyof typeof auditDiagnostics;

/** Creates a diagnostic about an audit log. */
export const report: ReturnType<typeof createReporter<typeof auditDiagnostics>> = createReporter(auditDiagnostics);
