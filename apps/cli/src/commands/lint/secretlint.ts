import { checkDiagnostics } from "@precept/lint";
import { createReporter, type Diagnostic } from "@precept/core";
import type { RuleText } from "./rule-texts.ts";

const report = createReporter(checkDiagnostics);

const preset = "@secretlint/secretlint-rule-preset-recommend";

/** Matches texts that may contain a secret: a random string, an issuer's prefix, a URL with a password, a PEM block. */
const mayContainSecret =
  /(?=[A-Za-z+/_=]{0,40}\d)[\w+/=]{20}|xox|glpat-|sk-|pk-|SG\.|shp|eyJ|:\/\/[^\s/]{1,100}:[^\s/]{1,100}@|-----BEGIN/;

/**
 * Searches for more kinds of secrets with secretlint, if that is installed next to Precept. Its messages never contain
 * the secret.
 *
 * @returns an empty list if it is not installed.
 */
export async function findMoreSecrets(files: readonly RuleText[]): Promise<readonly Diagnostic[]> {
  const suspects = files.filter(({ text }) => mayContainSecret.test(text));
  const linter = suspects.length === 0 ? undefined : await loadSecretlint();
  if (linter === undefined) return [];
  const { lintSource, creator } = linter;
  const found: Diagnostic[] = [];
  for (const { file, path, text } of suspects) {
    const { messages } = await lintSource({
      source: { filePath: path, content: text, contentType: "text", ext: ".md" },
      options: { config: { rules: [{ id: preset, rule: creator }] }, maskSecrets: true },
    });
    for (const { message, loc, messageId } of messages) {
      const location = {
        file,
        line: loc.start.line,
        column: loc.start.column + 1,
        endLine: loc.end.line,
        endColumn: loc.end.column + 1,
      };
      found.push(report("text/secret", location, `secretlint found a possible secret (${messageId}): ${message}`));
    }
  }
  return found;
}

async function loadSecretlint() {
  try {
    const [{ lintSource }, { creator }] = await Promise.all([
      import("@secretlint/core"),
      import("@secretlint/secretlint-rule-preset-recommend"),
    ]);
    return { lintSource, creator };
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND") return undefined;
    throw error;
  }
}
