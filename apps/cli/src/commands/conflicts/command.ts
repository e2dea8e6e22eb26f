import { findConflicts, locateConflict, reportFilesNotListed } from "@precept/lint";
import { toWireDiagnostic, type Conflict, type SourceLocation, type Rule } from "@precept/core";
import type { Call, CommandResult } from "../../define.ts";
import { viewDiagnostics } from "../../terminal/diagnostics.ts";
import { count, printable } from "../../terminal/text.ts";
import { wrapLines } from "../../terminal/layout.ts";
import { listProjectFiles, maxFiles } from "@precept/workspace/project-files";
import { readRuleText } from "../lint/rule-texts.ts";

export async function conflicts({ workspace, progress }: Call): Promise<CommandResult> {
  const rules = await workspace.list();
  const files = await listProjectFiles(workspace.root, (done) => progress({ step: "Listing files", done }));
  const found = findConflicts(rules, { files, onProgress: progress });
  const diagnostics = files === undefined ? [reportFilesNotListed(maxFiles)] : [];
  const byId = new Map(rules.map((rule) => [rule.id, rule]));
  const textOf = ({ origin }: Rule): string | undefined =>
    origin.path === undefined ? undefined : readRuleText(workspace.root, origin.path)?.text;
  const locationsOf = (conflict: Conflict): readonly SourceLocation[] => locateConflict(conflict, byId, textOf);
  return {
    code: found.length === 0 ? "ok" : "findings",
    json: {
      conflicts: found.map((conflict) => {
        const { kind, names, ids, winner = null, detail } = conflict;
        const places = locationsOf(conflict).map(({ file, line, column }) => {
          return { file: file ?? null, line: line ?? null, column: column ?? null };
        });
        return { kind, names, ids, winner, detail, places };
      }),
      diagnostics: diagnostics.map(toWireDiagnostic),
    },
    text: (style) => {
      const lines = found.flatMap((conflict) => [
        `${style.yellow(conflict.kind)}  ${printable(conflict.detail)}`,
        ...locationsOf(conflict).map(
          ({ file = "", line }) => `    ${style.dim(printable(line === undefined ? file : `${file}:${line}`))}`,
        ),
      ]);
      const total = found.length === 0 ? style.green("no conflicts") : count(found.length, "conflict");
      return `${wrapLines([...viewDiagnostics(diagnostics, style), ...lines, total], style).join("\n")}\n`;
    },
  };
}
