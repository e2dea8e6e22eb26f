import { hash } from "node:crypto";
import type { Json } from "@precept/core";
import { fixViolations, appliesFix, type Baseline, type Decision, type FixedViolation, type Policy } from "@precept/governance";
import { createBoundedRunner } from "@precept/enforcement/runner";
import type { TextFix } from "../../files/write-fixes.ts";
import type { PolicyContextOptions } from "../../policies/policy-context.ts";
import type { Selection } from "./select-files.ts";

export interface PolicyFix extends TextFix {
  readonly fixed: readonly FixedViolation[];
}

export async function planFileFixes(
  decision: Decision,
  { read, ignored }: Selection,
  policies: readonly Policy[],
  baseline: Baseline,
  context: PolicyContextOptions,
): Promise<readonly PolicyFix[]> {
  const fixable = decision.violations.filter((violation) => appliesFix(violation) && violation.replacement !== undefined);
  const options = { ...context, baseline, hash: (text: string) => hash("sha256", text), runner: createBoundedRunner() };
  const fixes: PolicyFix[] = [];
  for (const file of new Set(fixable.map((violation) => violation.file ?? "-"))) {
    // Only managed policies see it; others would fix it as well.
    if (ignored.includes(file)) continue;
    const [subject] = (await read(file)).subjects ?? [];
    if (subject === undefined) continue;
    const before = subject.text;
    const { text: after, fixed } = fixViolations(policies, subject, options);
    if (after !== before) fixes.push({ file, before, after, sha256: hash("sha256", before), fixed });
  }
  return fixes;
}

export function toWireFix({ file, fixed }: PolicyFix): readonly Json[] {
  return fixed.map(({ violation, before, after }) => ({
    rule_id: violation.policy,
    file,
    line: violation.line,
    column: violation.column,
    before,
    after,
  }));
}
