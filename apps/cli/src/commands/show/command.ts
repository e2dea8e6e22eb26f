import { describeReason, describeSkip, toWireRule, type Rule } from "@precept/core";
import { exitCodes, type ExitCode } from "../../exit-code.ts";
import type { SharedOptions } from "../../options.ts";
import { openProject, type Project } from "../../project/open-project.ts";
import { readSettings, type Settings } from "../../project/settings.ts";
import { readRequest } from "../../request.ts";
import { styleFor } from "../../terminal/style.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { viewRule, type Verdict } from "./view.ts";

export async function show(name: string, options: SharedOptions, terminal: Terminal): Promise<ExitCode> {
  const settings = readSettings(options, terminal);
  await using project = await openProject(settings);
  const { rulebook } = project;
  const rule = await rulebook.get(name);
  const namesakes = (await rulebook.list({ name: rule.name })).filter((other) => other !== rule);
  const verdict = settings.files.length === 0 ? undefined : await judge(rule, project, settings, terminal);
  const problems = (await rulebook.diagnostics()).filter(({ file }) => file !== undefined && file === rule.origin.path);
  if (settings.json)
    terminal.out(`${JSON.stringify({ rule: toWireRule(rule), ...verdict, diagnostics: problems }, undefined, 2)}\n`);
  else terminal.out(viewRule({ rule, namesakes, verdict, problems }, styleFor(terminal)));
  return exitCodes.fine;
}

async function judge(rule: Rule, { rulebook }: Project, settings: Settings, terminal: Terminal): Promise<Verdict> {
  const { matched, skipped } = await rulebook.resolve(await readRequest({}, settings, terminal));
  const skip = skipped.find((one) => one.rule === rule);
  if (skip !== undefined) return { applies: false, reason: describeSkip(skip.reason) };
  const match = matched.find((one) => one.rule === rule);
  return match === undefined
    ? { applies: false, reason: "it was changed in the meantime" }
    : { applies: true, reason: describeReason(match.reason, match.matchedFiles) };
}
