import { detectLineBreak, findCode, isLonger, measureLength, type FidelityNote, type Rule } from "@precept/core";
import { dialects, type LimitSpec } from "@precept/mdc-compat";
import type { RuleOutput } from "./rule-output.ts";

/** The limits on the files that tools have for one rule each, by the id of the codec. */
const limits: ReadonlyMap<string, LimitSpec> = new Map(
  // Several tools share the directory of skills, and only some of them have a limit.
  dialects.flatMap(({ id, output }) => {
    const limit = output.spec.limits.find(({ appliesTo, effect }) => appliesTo === "eachFile" && effect !== "advisory");
    return output.kind === "files" && id !== "skill" && limit !== undefined ? [[output.codec.id, limit] as const] : [];
  }),
);

/**
 * Cuts the text of a rule that is longer than the tool reads: before the last heading that fits, else at the end of a
 * paragraph or line. The file refers to the file of the rule for the rest, which the tool can read. A rule without a
 * file in the project stays whole.
 *
 * @param original the rule as it is stored.
 */
export function cutToLimit(original: Rule, output: RuleOutput): RuleOutput {
  const limit = limits.get(output.codec.id);
  const path = getPathInProject(original);
  if (limit === undefined || path === undefined) return output;
  const { content } = output.rule;
  // A file is longer than the content of its rule, so most rules need not be printed.
  if (measureLength(content, limit.unit) < limit.max / 2) return output;
  const print = (text: string): string => output.codec.print({ ...output.rule, content: text, targets: [] }).text;
  const whole = print(content);
  if (!isLonger(whole, limit)) return output;
  const eol = detectLineBreak(content);
  const end = `${eol}${eol}${printNotice(path)}${eol}`;
  const others = measureLength(whole, limit.unit) - measureLength(content, limit.unit) + measureLength(end, limit.unit);
  const at = findCut(content, { ...limit, max: limit.max - others });
  if (at === undefined) return output;
  const start = content.slice(0, at).trimEnd();
  const line = content.slice(0, at).split("\n").length;
  const message = `${limit.description} The file has those before line ${line} of the text, and refers to ${path} for the rest.`;
  const note: FidelityNote = { field: "content", kind: "lost", message };
  const rest = content.slice(start.length);
  return { ...output, rule: { ...output.rule, content: start + end }, notes: [...(output.notes ?? []), note], rest };
}

/** Whether a text ends with the reference to the rest of a rule. */
export function isCut(content: string, original: Rule): boolean {
  const path = getPathInProject(original);
  return path !== undefined && content.trimEnd().endsWith(printNotice(path));
}

/** Adds the `rest` to an edited text that was cut. Undefined if the text no longer ends with the reference to it. */
export function restoreRest(content: string, rest: string | undefined, original: Rule): string | undefined {
  if (rest === undefined) return content;
  if (!isCut(content, original)) return undefined;
  const notice = printNotice(getPathInProject(original) ?? "");
  return content.trimEnd().slice(0, -notice.length).trimEnd() + rest;
}

function printNotice(path: string): string {
  return `The rest of this rule is in \`${path}\`. Read it there.`;
}

function getPathInProject({ origin: { path } }: Rule): string | undefined {
  return path === undefined || /^(?:\.\.\/|\/|[A-Za-z]:)|`/.test(path) ? undefined : path;
}

/** Returns where to cut a text so that its start is not longer than a limit. Undefined if the text has no place for it. */
function findCut(content: string, limit: Pick<LimitSpec, "max" | "unit">): number | undefined {
  const last = findLongest(content, limit);
  const code = findCode(content);
  const findLast = (pattern: RegExp, first: number): number | undefined =>
    Array.from(content.slice(0, last + 1).matchAll(pattern), ({ index, 0: { length } }) => index + length).findLast(
      (at) => at <= last && at >= first && content.slice(0, at).trim() !== "" && !code.some(([from, to]) => at > from && at < to),
    );
  // An early heading would leave out too much.
  return findLast(/\n(?=#{1,6} )/g, last / 2) ?? findLast(/\n[ \t\r]*\n/g, last / 2) ?? findLast(/\n/g, 1);
}

/** Returns the length of the longest start of a text that is not longer than a limit. */
function findLongest(content: string, limit: Pick<LimitSpec, "max" | "unit">): number {
  let [fits, over] = [0, content.length + 1];
  while (over - fits > 1) {
    const middle = Math.floor((fits + over) / 2);
    if (measureLength(content.slice(0, middle), limit.unit) > limit.max) over = middle;
    else fits = middle;
  }
  return fits;
}
