import { createReporter } from "@precept/core";
import type { Diagnostic, RuleCodec } from "@precept/core";
import { geminiDiagnostics } from "./diagnostics.ts";
import { findImports } from "../../format/imports.ts";
import { createPlainCodec } from "../../format/plain-codec.ts";
import { geminiSpec, geminiImports } from "./spec.ts";

const report = createReporter(geminiDiagnostics);

/** Codec of Gemini CLI's `GEMINI.md`, in the project and in its subdirectories. */
export const gemini: RuleCodec = createPlainCodec({
  spec: geminiSpec,
  extensions: [".md"],
  imports: true,
  check: findStrayImports,
});

/** Reports words with a leading `@` that are probably not file names, because they have neither a directory nor an extension. */
function findStrayImports(content: string, file: string): readonly Diagnostic[] {
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
