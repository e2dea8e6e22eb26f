import { toWireResolution } from "@precept/core";
import { exitCodes, type ExitCode } from "../../exit-code.ts";
import type { SharedOptions } from "../../options.ts";
import { openProject } from "../../project/open-project.ts";
import { readSettings } from "../../project/settings.ts";
import { readRequest, readResolveOptions, type RequestOptions } from "../../request.ts";
import { styleFor } from "../../terminal/style.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { summariseProblems } from "../../terminal/problems.ts";

export interface ResolveCommandOptions extends SharedOptions, RequestOptions {
  readonly debug?: boolean;
}

export async function resolve(files: readonly string[], options: ResolveCommandOptions, terminal: Terminal): Promise<ExitCode> {
  const settings = readSettings(options, terminal, files);
  await using project = await openProject(settings, { ...readResolveOptions(options), debug: options.debug ?? false });
  const { rulebook } = project;
  const resolution = await rulebook.resolve(await readRequest(options, settings, terminal));
  const problems = await rulebook.diagnostics();
  if (settings.json) {
    terminal.out(`${JSON.stringify(toWireResolution(resolution, problems), undefined, 2)}\n`);
    return exitCodes.fine;
  }
  terminal.out(resolution.prompt);
  terminal.err(summariseProblems([...problems, ...resolution.diagnostics], styleFor(terminal)));
  return exitCodes.fine;
}
