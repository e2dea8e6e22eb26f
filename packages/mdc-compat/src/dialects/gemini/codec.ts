import type { Diagnostic, RuleCodec } from "@precept/core";
import { report } from "../../diagnostic-catalogue.ts";
import { findImports } from "../../format/imports.ts";
import { createPlainCodec } from "../../format/plain-codec.ts";
import { geminiFacts, geminiImports } from "./facts.ts";

/** Gemini CLI's `GEMINI.md`, in the project and in the directories below it. */
export const gemini: RuleCodec = createPlainCodec({
  facts: geminiFacts,
  extensions: [".md"],
  imports: true,
  check: findStrayImports,
});

/** Words that hardly anybody would call a file: they have neither a directory nor an ending. */
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
    const message = `Gemini CLI looks for a file "${word}" here, and puts a comment in place of the word where there is none.`;
    found.push(report("gemini/stray-import", { file, line, column }, message));
  }
  return found;
}
