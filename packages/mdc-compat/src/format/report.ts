import { createReporter, type DiagnosticEntry } from "@precept/core";

/** What a code means that files of a tool can have. */
export interface DialectDiagnostic extends Omit<DiagnosticEntry, "severity"> {
  /** Default: `warning`. */
  readonly severity?: DiagnosticEntry["severity"];
}

/** The diagnostics of a format, by code. Codes are permanent. */
export type DialectDiagnostics = Readonly<Record<string, DialectDiagnostic>>;

type Completed<Catalogue> = { readonly [Code in keyof Catalogue]: DiagnosticEntry };

export function completeDiagnostics<Catalogue extends DialectDiagnostics>(catalogue: Catalogue): Completed<Catalogue> {
  const entries = Object.entries(catalogue).map(([code, entry]) => [code, { severity: "warning", ...entry }]);
  return Object.fromEntries(entries) as Completed<Catalogue>;
}

/** Creates a function that creates diagnostics of a format, see `createReporter`. */
export function createDialectReporter<Catalogue extends DialectDiagnostics>(
  catalogue: Catalogue,
): ReturnType<typeof createReporter<Completed<Catalogue>>> {
  return createReporter(completeDiagnostics(catalogue));
}

/** Diagnostics that files of any dialect can have. Codes are permanent. */
export const formatDiagnostics = {
  "dialect/similar-key": { title: "A key is unknown to the tool, but similar to a known key" },
  "dialect/foreign-key": { title: "A key belongs to another tool and has no effect here" },
  "dialect/front-matter-as-text": {
    title: "The tool does not support front matter and reads it as text",
    hint: "Remove the front matter. If the rule should not always apply, write it in a format that supports that.",
  },
  "dialect/too-long": {
    title: "The file exceeds a size limit of its tool",
    hint: "Shorten the file, or split it into several rules.",
  },
  "dialect/long": {
    severity: "info",
    title: "The file exceeds a size limit that some features of its tool have",
    hint: "Put the most important text first.",
  },
} as const;

export const report: ReturnType<typeof createDialectReporter<typeof formatDiagnostics>> =
  createDialectReporter(formatDiagnostics);
