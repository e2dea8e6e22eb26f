import { PreceptError } from "@precept/core";

/** A name that `@name` in a prompt refers to: a word of letters, digits, `_`, `.` and `-` that begins with a letter, a digit or `_`. */
const mentionable = /^[\p{L}\p{N}_][\p{L}\p{N}_.-]*$/u;

/**
 * Checks that a rule can be asked for by its name.
 *
 * @throws PreceptError `OPTION_INVALID` that suggests a name
 */
export function checkRuleName(name: string): void {
  if (isRuleName(name)) return;
  throw new PreceptError("OPTION_INVALID", {
    option: "The name of a rule",
    value: name,
    expected: `a name that can be asked for as @name, such as ${suggestRuleName(name)}`,
  });
}

export function isRuleName(name: string): boolean {
  return mentionable.test(name);
}

/** The nearest name that can be asked for. `my-rule` if the name has no letter, digit or `_`. */
export function suggestRuleName(name: string): string {
  const suggestion = name
    .replace(/[^\p{L}\p{N}_.-]+/gu, "-")
    .replace(/^[.-]+|[.-]+$/g, "")
    .slice(0, 80);
  return suggestion === "" ? "my-rule" : suggestion;
}
