import { compareLocations, toWireDiagnostic, type Diagnostic } from "@precept/core";
import { collect, type Findings } from "./collect.ts";
import { planFixes, type FileFix } from "./fix.ts";
import { lintRules, readDisabled, type LintOptions } from "./lint-rules.ts";
import { toFindings } from "./report.ts";
import type { Call, CommandResult } from "../../define.ts";
import { differencesOf, writeFixes, type WrittenFixes } from "../../files/write-fixes.ts";
import { countDiagnostics, isSerious, viewDiagnostics } from "../../terminal/diagnostics.ts";
import { printGitHub, printSarif } from "../../terminal/print-report.ts";
import { asLines, count, plainStyle, printJson, printable, type Style } from "../../terminal/text.ts";
import { wrapLines } from "../../terminal/layout.ts";

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
    ...(wanted && {
      dry_run: isDry,
      fixed: written.flatMap(({ fixed }) => fixed.map(toWireDiagnostic)),
      changed_meanwhile: refused,
    }),
    ...(differences !== "" && { diff: differences }),
  };
  return {
    code: isOk ? "ok" : "findings",
    json,
    isVerbatim: options.format === "sarif" || options.format === "github",
    text: (style) => {
      if (options.format === "json") return `${printJson(json, 2)}\n`;
      if (options.format === "sarif") return printSarif(toFindings(findings), lintRules);
      if (options.format === "github") return printGitHub(toFindings(findings));
      const fixes = wanted ? viewFixes({ written, refused }, isDry, style) : "";
      const quiet = options.quiet ?? false;
      const shown = quiet ? { ...findings, diagnostics: findings.diagnostics.filter(isSerious) } : findings;
      return differencesIn(style) + fixes + viewFindings(shown, !wanted && !quiet, style);
    },
  };
}

function withoutFixed(findings: Findings, plan: readonly FileFix[]): Findings {
  const fixed = new Set(plan.flatMap((one) => one.fixed.map(keyOf)));
  return { ...findings, diagnostics: findings.diagnostics.filter((one) => !fixed.has(keyOf(one))) };
}

function keyOf({ code, file, line, column }: Diagnostic): string {
  return [code, file, line, column].join("\0");
}

function viewFindings({ rules, diagnostics }: Findings, advisesFix: boolean, style: Style): string {
  const found = diagnostics.length === 0 ? style.green("no problems") : countDiagnostics(diagnostics);
  return asLines(
    wrapLines(
      [
        ...viewDiagnostics(diagnostics, style),
        `${count(rules.length, "rule")} checked: ${found}`,
        ...(advisesFix ? adviseFix(diagnostics, style) : []),
      ],
      style,
    ),
  );
}

function adviseFix(diagnostics: readonly Diagnostic[], style: Style): readonly string[] {
  const fixable = diagnostics.filter(({ fix }) => fix !== undefined);
  const safe = fixable.filter(({ fix }) => fix?.safe).length;
  const lines = [
    ...(safe > 0 ? [`${safe} fixable with --fix`] : []),
    ...(fixable.length > safe ? [`${fixable.length - safe} ${safe > 0 ? "more " : ""}fixable with --fix-unsafe`] : []),
  ];
  return lines.length === 0 ? [] : [style.dim(lines.join(", "))];
}

function viewFixes({ written, refused }: WrittenFixes<FileFix>, isDry: boolean, style: Style): string {
  const fixes = written.flatMap(({ fixed }) => fixed);
  const lines = fixes.toSorted(compareLocations).map(({ file = "", line, fix, code }) => {
    const location = printable(line === undefined ? file : `${file}:${line}`);
    return [location, style.green(isDry ? "would be fixed" : "fixed"), printable(fix?.title ?? ""), style.dim(code)].join("  ");
  });
  const conflicts = refused.map((file) => `${printable(file)}  ${style.red("not fixed")}  it changed in the meantime`);
  return asLines([...lines, ...conflicts]);
}
