import { toWireResolution, uniqueDiagnostics, type Diagnostic } from "@precept/core";
import type { Call, CommandResult } from "../../define.ts";
import { exitCodes } from "../../exit-code.ts";
import type { SharedOptions } from "../../options.ts";
import { readRequest, readResolveOptions, type RequestOptions } from "../../request.ts";
import { isGap, viewGaps } from "../../terminal/problems.ts";
import { recordTrace } from "../trace/record.ts";
import { viewExplanation } from "./view.ts";

export interface ExplainOptions extends SharedOptions, RequestOptions {
  readonly all?: boolean;
}

export async function explain({ workspace, settings, options, terminal }: Call<ExplainOptions>): Promise<CommandResult> {
  const resolution = await workspace.resolve(await readRequest(options, settings, terminal), readResolveOptions(options));
  const unrecorded = await recordTrace(workspace, resolution);
  const found = await workspace.diagnostics();
  const isNew = ({ file }: Diagnostic): boolean => found.every((one) => one.file !== file);
  const problems = uniqueDiagnostics([...found, ...unrecorded.filter(isNew), ...resolution.diagnostics]);
  return {
    code: exitCodes.ok,
    json: toWireResolution(resolution, problems),
    text: (style) => {
      // Standard error shows the gaps.
      const others = problems.filter((problem) => !isGap(problem));
      return viewExplanation({ resolution, problems: others, root: workspace.root, all: options.all ?? false }, style);
    },
    aside: (style) => viewGaps(problems, style),
  };
}
