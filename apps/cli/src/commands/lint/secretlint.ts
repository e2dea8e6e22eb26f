import { checkDiagnostics, createReporter, type Diagnostic } from "@precept/core";
import type { RuleText } from "./rule-texts.ts";

const report = createReporter(checkDiagnostics);

/** What secretlint's message begins with, before what it found. */
const preset = "@secretlint/secretlint-rule-preset-recommend";

/** What every secret has: many signs in a row that are no word, the mark of its issuer, an address with a password, a block that says so. */
const mayHoldSecret =
  /(?=[A-Za-z+/_=]{0,40}\d)[\w+/=]{20}|xox|glpat-|sk-|pk-|SG\.|shp|eyJ|:\/\/[^\s/]{1,100}:[^\s/]{1,100}@|-----BEGIN/;

/**
 * What secretlint finds, where it is installed beside Precept: it knows many more kinds of secrets. Its messages never hold the secret.
 *
 * @returns nothing where it is not installed.
 */
export async function findMoreSecrets(files: readonly RuleText[]): Promise<readonly Diagnostic[]> {
  const suspects = files.filter(({ text }) => mayHoldSecret.test(text));
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
      const place = {
        file,
        line: loc.start.line,
        column: loc.start.column + 1,
        endLine: loc.end.line,
        endColumn: loc.end.column + 1,
      };
      found.push(report("text/secret", place, `secretlint found what looks like a secret (${messageId}): ${message}`));
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
