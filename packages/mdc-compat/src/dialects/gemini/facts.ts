import type { FormatFacts, ImportFacts } from "../../format/facts.ts";
import { plainFacts } from "../../format/plain-facts.ts";

/** As `packages/core/src/utils/memoryImportProcessor.ts` finds them; what counts as blank there is these four characters. */
export const geminiImports: ImportFacts = {
  pattern: /@(?<![^ \t\r\n]@)([./A-Za-z][^ \t\r\n]*)/g,
  code: "backticks",
  source: "https://geminicli.com/docs/reference/memport",
};

/** Gemini CLI's `GEMINI.md`. Settings can give it other names, which are not read here. */
export const geminiFacts: FormatFacts = plainFacts({
  id: "gemini",
  title: "Gemini CLI",
  targets: ["gemini", "gemini-cli"],
  imports: geminiImports,
  source: "https://geminicli.com/docs/cli/gemini-md",
});
