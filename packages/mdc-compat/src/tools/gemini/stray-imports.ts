import type { Diagnostic } from "@precept/core";
import { findImports } from "../../format/imports.ts";
import { createDialectReporter } from "../../format/report.ts";
import type { ImportSpec } from "../../model/spec.ts";
import { geminiDiagnostics } from "./diagnostics.ts";

/** As `packages/core/src/utils/memoryImportProcessor.ts` of Gemini CLI, with four white space characters. */
export const geminiImports: ImportSpec = {
  pattern: () => /@(?<![^ \t\r\n]@)([./A-Za-z][^ \t\r\n]*)/g,
  code: "backticks",
  replacesMissing: true,
  source: "https://geminicli.com/docs/reference/memport",
};

const report = createDialectReporter(geminiDiagnostics);

/** Reports words with a leading `@` but no directory or extension: they are probably not file names. */
export function findStrayImports(content: string, file: string): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  let [line, column, position] = [1, 1, 0];
  for (const [start, end] of findImports(content, geminiImports)) {
    const lines = content.slice(position, start).split(/\r\n|\r|\n/);
    const rest = lines.at(-1)?.length ?? 0;
    [line, column, position] = [line + lines.length - 1, lines.length > 1 ? rest + 1 : column + rest, start];
    const path = content.slice(start + 1, end);
    if (/^\.|\/|\.[\p{L}\p{N}]/u.test(path)) continue;
    const word = /^[\p{L}\p{N}_-]+/u.exec(path)?.[0] ?? path;
    const message = `Gemini CLI imports the file "${word}" here. If the file does not exist, it replaces the word with a comment.`;
    found.push(report("gemini/stray-import", { file, line, column }, message));
  }
  return found;
}
