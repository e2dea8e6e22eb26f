import type { FormatSpec, ImportSpec } from "../../model/spec.ts";
import { createPlainSpec } from "../../format/plain-spec.ts";

/** Imports as `packages/core/src/utils/memoryImportProcessor.ts` of Gemini CLI detects them. Only the four characters in the pattern count as white space. */
export const geminiImports: ImportSpec = {
  pattern: () => /@(?<![^ \t\r\n]@)([./A-Za-z][^ \t\r\n]*)/g,
  code: "backticks",
  source: "https://geminicli.com/docs/reference/memport",
};

/** Gemini CLI's `GEMINI.md`. Other file names, which its settings allow, are not supported. */
export const geminiSpec: FormatSpec = createPlainSpec({
  id: "gemini",
  title: "Gemini CLI",
  targets: ["gemini", "gemini-cli"],
  imports: geminiImports,
  source: "https://geminicli.com/docs/cli/gemini-md",
});
