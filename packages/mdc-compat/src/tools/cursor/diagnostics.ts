import type { Diagnostic, SourceLocation } from "@precept/core";
import { createDialectReporter } from "../../format/report.ts";

export const cursorDiagnostics = {
  "cursor/not-yaml": {
    severity: "info",
    title: "The front matter is not valid YAML, but Cursor can read it",
    hint: "Cursor needs no change. Other programs may reject the file.",
  },
  "cursor/quoted-globs": {
    title: "The patterns are in quotes, which some versions of Cursor read as part of the pattern",
    hint: "Write comma-separated patterns without quotes: `globs: src/**/*.ts, src/**/*.tsx`.",
  },
  "cursor/globs-list": {
    title: "The patterns are a list, which some versions of Cursor ignore",
    hint: "Write comma-separated patterns on one line: `globs: src/**/*.ts, src/**/*.tsx`.",
  },
  "cursor/trailing-comment": {
    title: "There is a comment after the value, which some versions of Cursor read as part of the value",
    hint: "Move the comment to its own line.",
  },
  "cursor/block-value": {
    title: "The value spans several lines; some versions of Cursor read only the first line",
    hint: "Put the value on one line.",
  },
  "cursor/always-apply": {
    title: "`alwaysApply` is neither `true` nor `false`",
    hint: "Write `alwaysApply: true` or `alwaysApply: false`.",
  },
  "cursor/duplicate-key": {
    title: "A key is defined twice; the first definition is used",
    hint: "Remove one of the two lines.",
  },
  "cursor/stray-line": {
    title: "A line of the front matter is neither a key nor part of a value",
    hint: "Remove the line, or move it below the front matter.",
  },
  "cursor/similar-key": { title: "A key is unknown to Cursor, but similar to a known key" },
  "cursor/ignored-globs": {
    severity: "info",
    title: "The patterns have no effect because the rule always applies",
    hint: "Remove the patterns, or write `alwaysApply: false`.",
  },
  "cursor/no-front-matter": {
    severity: "info",
    title: "The file has no front matter, so the rule applies only when it is requested by name",
    hint: "Add front matter with `description`, `globs` or `alwaysApply: true`.",
  },
  "cursor/folder-rule": {
    title: "`RULE.md` in a folder is a rule in Cursor 2.2 only; current versions ignore it",
    hint: "Save it as `name.mdc` in `.cursor/rules`.",
  },
} as const;

/** The name of a problem of a file in Cursor's format, without the prefix of its code. */
export type CursorProblem = keyof typeof cursorDiagnostics extends `cursor/${infer Problem}` ? Problem : never;

/** Reports problems of files in Cursor's format to the users of one program that reads them. */
export interface FormatReporter {
  /** The name of the program in messages. */
  readonly title: string;
  /** Returns no diagnostics for a problem that the program does not have. */
  report(problem: CursorProblem, location: SourceLocation, message?: string, hint?: string): readonly Diagnostic[];
}

const report = createDialectReporter(cursorDiagnostics);

export const cursorReporter: FormatReporter = {
  title: "Cursor",
  report: (problem, ...others) => [report(`cursor/${problem}`, ...others)],
};
