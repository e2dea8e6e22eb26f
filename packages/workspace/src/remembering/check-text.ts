import { formatNumber, PreceptError, type Rule } from "@precept/core";
import { checkText } from "@precept/lint";

/** The maximum length of a remembered text, in UTF-16 code units: the default budget of a whole prompt section. */
const maxRememberedLength = 100_000;

/** @throws PreceptError `RULE_INVALID` if the text of a rule is too long */
export function assertHasLength({ name, content }: Rule): void {
  if (content.length <= maxRememberedLength) return;
  const [length, limit] = [content.length, maxRememberedLength].map(formatNumber);
  throw new PreceptError("RULE_INVALID", { name, reasons: [`content: has ${length} characters, more than ${limit}`] });
}

/** @throws PreceptError `RULE_HAS_SECRET` */
export function assertHasNoSecret({ name, content }: Rule): void {
  const problems = checkText(content).flatMap(({ code, message }) => (code === "text/secret" ? [message] : []));
  if (problems.length > 0) throw new PreceptError("RULE_HAS_SECRET", { name, problems });
}
