import { pushAll } from "@precept/core";
import type { Call, CommandResult } from "../../define.ts";
import { asLines, printable, type Style } from "../../terminal/text.ts";
import { columns, wrapLines } from "../../terminal/layout.ts";
import { checks } from "./checks.ts";
import { checkEngines } from "./engine-checks.ts";
import { checkHooks, type DoctorOptions } from "./hook-checks.ts";
import type { Finding } from "./finding.ts";

export async function doctor(call: Call<DoctorOptions>): Promise<CommandResult> {
  const findings: Finding[] = [];
  for (const check of checks) findings.push(await check(call.workspace, call.progress));
  pushAll(findings, await checkEngines(call.workspace));
  pushAll(findings, await checkHooks(call));
  return {
    code: findings.some(({ level }) => level === "fail") ? "findings" : "ok",
    json: { findings },
    text: (style) => viewFindings(findings, style),
  };
}

function viewFindings(findings: readonly Finding[], style: Style): string {
  const colours = { ok: "green", warn: "yellow", fail: "red" } as const;
  const rows = findings.map(({ level, what, found }) => [style[colours[level]](level.padEnd(4)), what, printable(found)]);
  const lines = columns(rows, style).flatMap((line, at) => {
    const fix = findings[at]?.fix;
    return fix === undefined ? [line] : [line, `      ${style.dim(printable(fix))}`];
  });
  return asLines(wrapLines(lines, style));
}
