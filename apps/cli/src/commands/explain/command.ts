import { toWireResolution } from "@precept/core";
import { exitCodes, type ExitCode } from "../../exit-code.ts";
import type { SharedOptions } from "../../options.ts";
import { openProject } from "../../project/open-project.ts";
import { readSettings } from "../../project/settings.ts";
import { readRequest, readResolveOptions, type RequestOptions } from "../../request.ts";
import { styleFor } from "../../terminal/style.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { viewExplanation } from "./view.ts";

export interface ExplainOptions extends SharedOptions, RequestOptions {
  readonly all?: boolean;
}

export async function explain(files: readonly string[], options: ExplainOptions, terminal: Terminal): Promise<ExitCode> {
  const settings = readSettings(options, terminal, files);
  await using project = await openProject(settings, readResolveOptions(options));
  const { rulebook } = project;
  const resolution = await rulebook.resolve(await readRequest(options, settings, terminal));
  const problems = await rulebook.diagnostics();
  if (settings.json) terminal.out(`${JSON.stringify(toWireResolution(resolution, problems), undefined, 2)}\n`);
  else
    terminal.out(viewExplanation({ resolution, problems, root: settings.root, all: options.all ?? false }, styleFor(terminal)));
  return exitCodes.fine;
}
