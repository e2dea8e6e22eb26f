import { PreceptError } from "@precept/core";

/** A name that `@name` can refer to: letters with their marks, digits, `_`, `.` and `-`, beginning with a letter, a digit or `_`. */
const mentionable = /^[\p{L}\p{N}_][\p{L}\p{N}\p{M}_.-]*$/u;

/** A name in one line, without white space at its ends. */
const printable = /^(?!\s)[^\p{C}\p{Zl}\p{Zp}]+(?<!\s)$/u;

/**
 * Checks the name of a new rule. @throws PreceptError `RULE_NAME_INVALID`
 *
 * @param isReferable whether a prompt has to be able to refer to it as `@name`. Otherwise, it can contain spaces. Default true.
 */
export function checkRuleName(name: string, isReferable = true): void {
  if (!(isReferable ? isRuleName(name) : printable.test(name)))
    throw new PreceptError("RULE_NAME_INVALID", { name, suggestion: suggestRuleName(name) });
}

export function isRuleName(name: string): boolean {
  return mentionable.test(name);
}

/** Suggests a similar name that is valid: `my-rule` if the name has no letter, digit or `_`. */
export function suggestRuleName(name: string): string {
  const suggestion = name
    .replace(/[^\p{L}\p{N}\p{M}_.-]+/gu, "-")
    .replace(/^[.\p{M}-]+|[.-]+$/gu, "")
    .slice(0, 80);
  return suggestion === "" ? "my-rule" : suggestion;
}
