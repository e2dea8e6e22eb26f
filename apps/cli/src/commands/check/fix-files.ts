import { hash } from "node:crypto";
import { dirname, resolve } from "node:path";
import type { Json } from "@precept/core";
import { fixViolations, appliesFix, type Baseline, type Decision, type FixedViolation, type Policy } from "@precept/governance";
import { openRoot, replaceFileText, rootFor } from "@precept/files";
import { createBoundedRunner } from "@precept/enforcement/runner";
import type { Style } from "../../terminal/style.ts";
import type { PolicyContextOptions } from "../../policies/policy-context.ts";
import type { Selection } from "./select-files.ts";

/** A planned change of one file. */
export interface TextFix {
  readonly file: string;
  readonly before: string;
  readonly after: string;
  readonly fixed: readonly FixedViolation[];
}

/** The outcome of applying fixes. */
export interface FixOutcome {
  readonly written: readonly TextFix[];
  /** Files that were not written, because they changed in the meantime or are not in UTF-8. */
  readonly refused: readonly string[];
}

/** Plans the fixes. Writes nothing. */
export async function planFileFixes(
  decision: Decision,
  { read, ignored }: Selection,
  policies: readonly Policy[],
  baseline: Baseline,
  context: PolicyContextOptions,
): Promise<readonly TextFix[]> {
  const fixable = decision.violations.filter((violation) => appliesFix(violation) && violation.replacement !== undefined);
  const options = { ...context, baseline, hash: (text: string) => hash("sha256", text), runner: createBoundedRunner() };
  const fixes: TextFix[] = [];
  for (const file of new Set(fixable.map((violation) => violation.file ?? "-"))) {
    // Only managed policies see it; others would fix it as well.
    if (ignored.includes(file)) continue;
    const { subject } = await read(file);
    if (subject === undefined) continue;
    const { text: after, fixed } = fixViolations(policies, subject, options);
    if (after !== subject.text) fixes.push({ file, before: subject.text, after, fixed });
  }
  return fixes;
}

/** Writes the fixed files. Each write is atomic, and a file that changed since it was read is refused. */
export async function writeFixes(projectDir: string, fixes: readonly TextFix[]): Promise<FixOutcome> {
  const project = openRoot(projectDir);
  const written: TextFix[] = [];
  const refused: string[] = [];
  for (const fix of fixes) {
    const path = resolve(projectDir, fix.file);
    if (await replaceFileText(rootFor(project, dirname(path)), path, fix.after, hash("sha256", fix.before))) written.push(fix);
    else refused.push(fix.file);
  }
  return { written, refused };
}

/** Prints the fixes as a unified diff. */
export async function differencesOf(fixes: readonly TextFix[]): Promise<(style: Style) => string> {
  const { viewPatch } = await import("../../terminal/difference.ts");
  return (style) => {
    const lines = fixes.flatMap(({ file, before, after }) => viewPatch({ path: file, before, after }, style));
    return lines.map((line) => `${line}\n`).join("");
  };
}

export function toWireFix({ file, fixed }: TextFix): readonly Json[] {
  return fixed.map(({ violation, before, after }) => ({
    rule_id: violation.policy,
    file,
    line: violation.line,
    column: violation.column,
    before,
    after,
  }));
}
