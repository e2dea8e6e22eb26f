import { compareText, toWireDiagnostic, toWireRule, type Rule } from "@precept/core";
import { exitCodes, type ExitCode } from "../../exit-code.ts";
import type { SharedOptions } from "../../options.ts";
import { openProject, type Project } from "../../project/open-project.ts";
import { readSettings, type Settings } from "../../project/settings.ts";
import { readRequest } from "../../request.ts";
import { styleFor } from "../../terminal/style.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { viewList } from "./view.ts";

export interface ListCommandOptions extends SharedOptions {
  readonly all?: boolean;
}

export async function list(options: ListCommandOptions, terminal: Terminal): Promise<ExitCode> {
  const settings = readSettings(options, terminal);
  await using project = await openProject(settings);
  const aboutRequest = settings.files.length > 0 || options.rulesInclude !== undefined;
  const rules = aboutRequest ? await applicableRules(project, settings, terminal) : await project.rulebook.list();
  const kept =
    settings.tool === undefined
      ? rules
      : rules.filter(({ targets }) => targets.length === 0 || targets.includes(settings.tool ?? ""));
  const diagnostics = await project.rulebook.diagnostics();
  if (settings.json) {
    terminal.out(
      `${JSON.stringify({ rules: kept.map((rule) => toWireRule(rule)), diagnostics: diagnostics.map(toWireDiagnostic) }, undefined, 2)}\n`,
    );
  } else {
    terminal.out(viewList({ rules: kept, diagnostics, all: options.all ?? false }, styleFor(terminal)));
  }
  return exitCodes.fine;
}

async function applicableRules({ rulebook }: Project, settings: Settings, terminal: Terminal): Promise<readonly Rule[]> {
  const { matched } = await rulebook.resolve(await readRequest({}, settings, terminal));
  return matched
    .map(({ rule }) => rule)
    .toSorted((left, right) => compareText(left.name, right.name) || compareText(left.id, right.id));
}
