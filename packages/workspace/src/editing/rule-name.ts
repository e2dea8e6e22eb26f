import { PreceptError } from "@precept/core";

/** A name that `@name` can refer to: letters, digits, `_`, `.` and `-`, beginning with a letter, a digit or `_`. */
const mentionable = /^[\p{L}\p{N}_][\p{L}\p{N}_.-]*$/u;

/** Checks that a prompt can refer to a rule by its name. @throws PreceptError `RULE_NAME_INVALID` */
export function checkRuleName(name: string): void {
  if (!isRuleName(name)) throw new PreceptError("RULE_NAME_INVALID", { name, suggestion: suggestRuleName(name) });
}

export function isRuleName(name: string): boolean {
  return mentionable.test(name);
}

/** Suggests a similar name that is valid: `my-rule` if the name has no letter, digit or `_`. */
export function suggestRuleName(name: string): string {
  const suggestion = name
    .replace(/[^\p{L}\p{N}_.-]+/gu, "-")
    .replace(/^[.-]+|[.-]+$/g, "")
    .slice(0, 80);
  return suggestion === "" ? "my-rule" : suggestion;
}
