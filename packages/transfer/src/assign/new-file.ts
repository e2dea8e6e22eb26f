import type { Rule } from "@precept/core";
import type { Dialect } from "@precept/mdc-compat";
import { getOutputPath, getStem } from "../print/output-path.ts";
import { flattenRule } from "../select/flatten-rule.ts";
import type { RuleOutput } from "../print/rule-output.ts";

/**
 * Returns the file that a rule has for a target, if it was not exported to the target before.
 *
 * @param isTaken whether the path has the file of another rule.
 */
export function findNewFile(rule: Rule, { output }: Dialect, isTaken: (path: string) => boolean): RuleOutput {
  const base = output.nested ? rule.origin.base : undefined;
  const printed = output.nested ? rule : flattenRule(rule);
  const inBase = (path: string): string => (base === undefined ? path : `${base}/${path}`);
  if (output.kind === "joined") return { path: inBase(output.file), codec: output.codec, rule: printed, preserved: {} };
  const stem = output.getStem?.(rule.name) ?? getStem(rule);
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? stem : `${stem}-${number}`;
    const path = inBase(`${output.dir}/${getOutputPath(output, rule, name)}`);
    if (isTaken(path)) continue;
    return { path, codec: output.codec, rule: output.getStem === undefined ? printed : { ...printed, name }, preserved: {} };
  }
}
