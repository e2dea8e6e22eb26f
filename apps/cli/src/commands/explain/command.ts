import { toWireResolution } from "@precept/core";
import type { Call, CommandResult } from "../../define.ts";
import { exitCodes } from "../../exit-code.ts";
import type { SharedOptions } from "../../options.ts";
import { readRequest, readResolveOptions, type RequestOptions } from "../../request.ts";
import { recordTrace } from "../trace/record.ts";
import { viewExplanation } from "./view.ts";

export interface ExplainOptions extends SharedOptions, RequestOptions {
  readonly all?: boolean;
}

export async function explain({ workspace, settings, options, terminal }: Call<ExplainOptions>): Promise<CommandResult> {
  const resolution = await workspace.resolve(await readRequest(options, settings, terminal), readResolveOptions(options));
  const found = await workspace.diagnostics();
  const unrecorded = await recordTrace(workspace, resolution);
  const problems = [...found, ...unrecorded.filter(({ file }) => found.every((one) => one.file !== file))];
  return {
    code: exitCodes.fine,
    json: toWireResolution(resolution, problems),
    text: (style) => viewExplanation({ resolution, problems, root: workspace.root, all: options.all ?? false }, style),
  };
}
