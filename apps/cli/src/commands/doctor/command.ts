import type { Call, CommandResult } from "../../define.ts";
import { printable, type Style } from "../../terminal/text.ts";
import { columns, wrapLines } from "../../terminal/layout.ts";
import { checks } from "./checks.ts";
import { checkHooks } from "./hook-checks.ts";
import type { Finding } from "./finding.ts";

export async function doctor({
  workspace,
  settings,
  terminal,
  options,
  progress,
}: Call<{ readonly command?: string }>): Promise<CommandResult> {
  const findings: Finding[] = [];
  for (const check of checks) findings.push(await check(workspace, progress));
  findings.push(...(await checkHooks({ workspace, settings, terminal, command: options.command })));
  return {
    code: findings.some(({ level }) => level === "fail") ? "findings" : "ok",
    json: { findings },
    text: (style) => viewFindings(findings, style),
  };
}

function viewFindings(findings: readonly Finding[], style: Style): string {
  const colour = { ok: style.green, warn: style.yellow, fail: style.red };
  const rows = findings.map(({ level, what, found }) => [colour[level](level.padEnd(4)), what, printable(found)]);
  const lines = columns(rows, style);
  const fixes = findings.map(({ fix }) => (fix === undefined ? [] : [`      ${style.dim(printable(fix))}`]));
  const all = lines.flatMap((line, at) => [line, ...(fixes[at] ?? [])]);
  return `${wrapLines(all, style).join("\n")}\n`;
}
