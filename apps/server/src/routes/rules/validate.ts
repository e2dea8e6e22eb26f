import type { ProjectRoutes } from "@precept/contract";
import { checkText } from "@precept/lint";
import { formatNumber, parseNativeRule, toWireDiagnostic, type Diagnostic } from "@precept/core";
import type { Handler } from "../handler.ts";

/** The length of a text, in UTF-16 code units, above which it gets a warning. */
const largeText = 100_000;

/** The text is not from a file, but the parser needs a name for its locations. */
const fileName = "rule.md";

export const validateRule: Handler<ProjectRoutes["validateRule"]> = async ({ body: { content } }) => {
  const parsed = parseNativeRule({ text: content, path: fileName, file: fileName }).diagnostics.map(omitFile);
  const diagnostics: readonly Diagnostic[] = [...parsed, ...checkText(content)];
  const messages = (isError: boolean): string[] =>
    diagnostics.filter(({ severity }) => (severity === "error") === isError).map(describe);
  const errors = messages(true);
  const isLarge = content.length > largeText;
  const large = `The text has ${formatNumber(content.length)} characters. Texts of more than ${formatNumber(largeText)} take much of a prompt.`;
  return {
    body: {
      valid: errors.length === 0,
      errors,
      warnings: [...messages(false), ...(isLarge ? [large] : [])],
      diagnostics: diagnostics.map(toWireDiagnostic),
    },
  };
};

function describe({ line, message }: Diagnostic): string {
  return line === undefined ? message : `line ${line}: ${message}`;
}

function omitFile(diagnostic: Diagnostic): Diagnostic {
  const { file: _file, ...others } = diagnostic;
  return others;
}
