import { createReporter } from "@precept/core";

/** Every diagnostic about an audit log, as data. Codes are permanent. */
export const auditDiagnostics = {
  "audit/entry-changed": {
    severity: "error",
    title: "An entry was changed after it was written",
    hint: "Compare it with a copy of the log.",
  },
  "audit/entries-missing": {
    severity: "error",
    title: "Entries are missing before this one",
    hint: "Look for them in a copy of the log.",
  },
  "audit/entry-out-of-place": {
    severity: "error",
    title: "An entry does not follow the one before it: it was inserted, repeated or moved",
    hint: "Compare the log with a copy.",
  },
  "audit/foreign-line": {
    severity: "error",
    title: "A line is not an entry of the log",
    hint: "Find out who writes to the file: nobody but Precept should.",
  },
  "audit/unfinished-line": {
    severity: "warning",
    title: "The last line was not finished: the process that wrote it was killed, and never told that it was written",
    hint: "The next entry that is written puts this right.",
  },
  "audit/file-missing": {
    severity: "error",
    title: "Files of the log are missing before this one",
    hint: "Look for them in a copy of the log.",
  },
  "audit/end-missing": {
    severity: "error",
    title: "The end of the log is missing",
    hint: "Look for it in a copy of the log.",
  },
  "audit/note-missing": {
    severity: "error",
    title: "The note of where the log ends is missing or was changed, so nobody can tell whether its end is",
    hint: "Compare the end of the log with a copy.",
  },
  "audit/trusted-entry-missing": {
    severity: "error",
    title: "The entry that is known from elsewhere is not in the log",
    hint: "The log was written anew. Compare it with a copy.",
  },
} as const;

export type AuditDiagnosticCode = keyof typeof auditDiagnostics;

/** Makes a diagnostic about an audit log. */
export const report: ReturnType<typeof createReporter<typeof auditDiagnostics>> = createReporter(auditDiagnostics);
