import { formatNumber, type Diagnostic } from "@precept/core";
import { copyStore, type CopyReport, type UncopiedRule } from "@precept/transfer";
import { openStoreAt } from "@precept/workspace";
import type { CallWithoutWorkspace, CommandResult } from "../../define.ts";
import { isSerious, viewDiagnostics } from "../../terminal/diagnostics.ts";
import { columns } from "../../terminal/layout.ts";
import { asLines, count, printable, type Style } from "../../terminal/text.ts";

interface CopyRulesOptions {
  readonly dryRun?: boolean;
}

/** @throws PreceptError `OPTION_VALUE_INVALID`, `STORE_FAILED` */
export async function copyRules(call: CallWithoutWorkspace<CopyRulesOptions>): Promise<CommandResult> {
  const { args, options, settings, terminal, progress } = call;
  const [from = "", to = ""] = args;
  const { dryRun = false } = options;
  const shared = { dir: settings.dir, env: terminal.env };
  const clock = new PlayedClock();
  const source = await openStoreAt(from, { ...shared, role: "<from>", access: "read" });
  await using read = source.store;
  const target = await openStoreAt(to, {
    ...shared,
    role: "<to>",
    access: dryRun ? "compare" : "write",
    now: () => clock.now(),
  });
  await using written = target.store;
  const report = await copyStore(
    read,
    { store: written, assignsIds: target.assignsIds, setTimes: (times) => clock.play(times) },
    { dryRun, onProgress: progress },
  );
  return resultOf(report, read.diagnostics().filter(isSerious), dryRun);
}

/** A clock that returns given times, one after the other, and then the time of the system. */
class PlayedClock {
  #times: readonly string[] = [];
  #next = 0;

  play(times: readonly string[]): void {
    this.#times = times;
    this.#next = 0;
  }

  now(): Date {
    const time = this.#times[this.#next];
    this.#next += 1;
    return time === undefined ? new Date() : new Date(time);
  }
}

/** @param diagnostics the files of a directory that could not be read as rules. */
function resultOf(report: CopyReport, diagnostics: readonly Diagnostic[], dryRun: boolean): CommandResult {
  const { conflicts, rejected, verified } = report;
  const isEqual = verified === undefined || verified.from === verified.to;
  return {
    code: isEqual && conflicts.length + rejected.length + diagnostics.length === 0 ? "ok" : "findings",
    json: { ...report, verified: verified ?? null, diagnostics },
    isConfirmation: true,
    text: (style) => asLines([...viewReport(report, { dryRun, isEqual }, style), ...viewDiagnostics(diagnostics, style)]),
  };
}

function viewReport(
  report: CopyReport,
  { dryRun, isEqual }: { readonly dryRun: boolean; readonly isEqual: boolean },
  style: Style,
): readonly string[] {
  const { rules, copied, revisions, equal, usage, conflicts, rejected, lost, verified } = report;
  const rows: readonly (readonly [string, string])[] = [
    [dryRun ? "would copy" : "copied", `${count(copied, "rule")} with ${count(revisions, "revision")}`],
    ["already there", count(equal, "rule")],
    ...(dryRun ? [] : [["usage", count(usage, "rule")] as const]),
    ...(lost.revisions + lost.usage === 0
      ? []
      : [["not stored", `${count(lost.revisions, "revision")}, usage of ${count(lost.usage, "rule")}`] as const]),
    ...(verified === undefined ? [] : [viewVerified(verified, { rules, isEqual }, style)]),
  ];
  return [
    ...columns(rows, style),
    ...viewUncopied(style.yellow("conflict"), conflicts),
    ...viewUncopied(style.red("refused"), rejected),
  ];
}

function viewUncopied(label: string, rules: readonly UncopiedRule[]): readonly string[] {
  return rules.map(({ id, name, reason }) => `${label}  ${printable(name)} (${printable(id)}): ${printable(reason)}`);
}

function viewVerified(
  { rules: same, from, to }: NonNullable<CopyReport["verified"]>,
  { rules, isEqual }: { readonly rules: number; readonly isEqual: boolean },
  style: Style,
): readonly [string, string] {
  const found = `${formatNumber(same)} of ${count(rules, "rule")} equal in both`;
  if (isEqual) return [style.green("verified"), `${found}, sha256 ${from.slice(0, 16)}`];
  const hashes = `sha256 ${from.slice(0, 16)} and ${to.slice(0, 16)}`;
  return [style.red("different"), `${found}, ${hashes}; call it again if rules were changed meanwhile`];
}
