import { toWireDiagnostic, type Diagnostic } from "@precept/core";
import type { Call, CommandResult } from "../../define.ts";
import { exitCodes } from "../../exit-code.ts";
import { isSerious } from "../../terminal/diagnostics.ts";
import { plainStyle } from "../../terminal/style.ts";
import { printJson } from "../../terminal/text.ts";
import { collect, type Findings } from "./collect.ts";
import { differencesOf, writeFixes } from "../../files/write-fixes.ts";
import { planFixes, type FileFix } from "./fix.ts";
import { readDisabled, type LintOptions } from "./options.ts";
import { writeGitHub, writeSarif } from "./report.ts";
import { viewFindings, viewFixes } from "./view.ts";

export async function lint({ workspace, settings, options, progress }: Call<LintOptions>): Promise<CommandResult> {
  const disabled = readDisabled(options);
  const check = async (): Promise<Findings> => {
    const found = await collect(workspace, settings.files, progress);
    return { ...found, diagnostics: found.diagnostics.filter(({ code }) => !disabled.has(code)) };
  };
  let findings = await check();
  const wanted = options.fix === true || options.fixUnsafe === true;
  const plan = wanted ? planFixes(findings, disabled, options.fixUnsafe ?? false) : [];
  const isDry = options.dryRun ?? false;
  const { written, refused } = isDry ? { written: plan, refused: [] } : await writeFixes(workspace.root, plan);
  if (!isDry && written.length > 0) {
    await workspace.reload();
    findings = await check();
  }
  if (isDry) findings = withoutFixed(findings, plan);
  const differencesIn = isDry && plan.length > 0 ? await differencesOf(plan) : () => "";
  const differences = differencesIn(plainStyle);
  const isOk = !findings.diagnostics.some(isSerious) && refused.length === 0 && differences === "";
  const json = {
    rules: findings.rules.length,
    diagnostics: findings.diagnostics.map(toWireDiagnostic),
    ...(wanted && { dry_run: isDry, fixed: written.flatMap(toWireFix), changed_meanwhile: refused }),
    ...(differences !== "" && { diff: differences }),
  };
  return {
    code: isOk ? exitCodes.ok : exitCodes.findings,
    json,
    isVerbatim: options.format === "sarif" || options.format === "github",
    text: (style) => {
      if (options.format === "json") return `${printJson(json, 2)}\n`;
      if (options.format === "sarif") return writeSarif(findings);
      if (options.format === "github") return writeGitHub(findings);
      const fixes = wanted ? viewFixes({ written, refused }, isDry, style) : "";
      const quiet = options.quiet ?? false;
      const shown = quiet ? { ...findings, diagnostics: findings.diagnostics.filter(isSerious) } : findings;
      return differencesIn(style) + fixes + viewFindings(shown, { advisesFix: !wanted && !quiet }, style);
    },
  };
}

/** The findings that a plan would not fix. */
function withoutFixed(findings: Findings, plan: readonly FileFix[]): Findings {
  const fixed = new Set(plan.flatMap((one) => one.fixed.map(keyOf)));
  return { ...findings, diagnostics: findings.diagnostics.filter((one) => !fixed.has(keyOf(one))) };
}

function keyOf({ code, file, line, column }: Diagnostic): string {
  return [code, file, line, column].join("\0");
}

function toWireFix({ fixed }: FileFix) {
  return fixed.map(toWireDiagnostic);
}
