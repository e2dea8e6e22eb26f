import { createDialectReporter, type DialectDiagnostic } from "../../format/report.ts";
import { cursorDiagnostics, type FormatReporter } from "../cursor/diagnostics.ts";

type GoagentProblem =
  | "not-yaml"
  | "always-apply"
  | "duplicate-key"
  | "stray-line"
  | "similar-key"
  | "ignored-globs"
  | "no-front-matter"
  | "folder-rule";

/** The diagnostics of Cursor's format in directories that Cursor does not read, such as `.goagent/rules`. */
export const goagentDiagnostics: Readonly<Record<`goagent/${GoagentProblem}`, DialectDiagnostic>> = {
  "goagent/not-yaml": {
    severity: "info",
    title: "The front matter is not valid YAML; Precept reads the rest of each line as its value",
    hint: "Put the value in quotes. goagent itself reads YAML, and skips the file.",
  },
  "goagent/always-apply": cursorDiagnostics["cursor/always-apply"],
  "goagent/duplicate-key": cursorDiagnostics["cursor/duplicate-key"],
  "goagent/stray-line": cursorDiagnostics["cursor/stray-line"],
  "goagent/similar-key": { title: "A key is unknown, but similar to a known key" },
  "goagent/ignored-globs": cursorDiagnostics["cursor/ignored-globs"],
  "goagent/no-front-matter": cursorDiagnostics["cursor/no-front-matter"],
  "goagent/folder-rule": {
    title: "`RULE.md` is a rule that is named after its folder, as in Cursor 2.2",
    hint: "Save it as `name.mdc`, which all versions read.",
  },
};

const report = createDialectReporter(goagentDiagnostics);

/** Leaves out what only some versions of Cursor read in another way. */
export const mdcReporter: FormatReporter = {
  title: "The format",
  report: (problem, ...others) => {
    const code = `goagent/${problem}` as const;
    return isReported(code) ? [report(code, ...others)] : [];
  },
};

function isReported(code: string): code is keyof typeof goagentDiagnostics {
  return code in goagentDiagnostics;
}
