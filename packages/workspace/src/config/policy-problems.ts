import type { Diagnostic } from "@precept/core";

/** Errors of the whole configuration. */
const wholeFile: ReadonlySet<string> = new Set([
  "config/yaml",
  "config/not-a-mapping",
  "config/unreadable",
  "config/not-text",
  "config/too-large",
  "config/not-applied",
]);

/** The setting of an invalid value is in its message: `"policies.starters" must be …`. */
const policySetting = /^"(?:policies|trustedDirs)\b/;

/** Returns the errors of a configuration because of which policies can be missing. */
export function findPolicyProblems(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return diagnostics.filter(
    ({ severity, code, message }) =>
      severity === "error" && (wholeFile.has(code) || (code === "config/invalid-value" && policySetting.test(message))),
  );
}
