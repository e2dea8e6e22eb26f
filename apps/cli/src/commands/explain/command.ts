import { toWireResolution, uniqueDiagnostics, type Diagnostic } from "@precept/core";
import type { Call, CommandResult } from "../../define.ts";
import { exitCodes } from "../../exit-code.ts";
import type { SharedOptions } from "../../options.ts";
import { readRequest, readResolveOptions, type RequestOptions } from "../../request.ts";
import { isGap, shownBy, viewGaps } from "../../terminal/diagnostics.ts";
import { recordTrace } from "../trace/record.ts";
import { viewExplanation } from "./view.ts";

export interface ExplainOptions extends SharedOptions, RequestOptions {
  readonly all?: boolean;
  readonly command?: string;
}

export async function explain({ workspace, settings, options, terminal }: Call<ExplainOptions>): Promise<CommandResult> {
  if (options.command !== undefined) {
    // Loaded on demand, because a request needs no policies.
    const { explainCommand } = await import("./explain-command.ts");
    return explainCommand(workspace, options.command, options.all ?? false);
  }
  const request = await readRequest(options, settings, terminal);
  const resolution = await workspace.resolve(request, { ...readResolveOptions(options), countUse: false });
  const unrecorded = await recordTrace(workspace, resolution);
  const found = await workspace.diagnostics();
  const isNew = ({ file }: Diagnostic): boolean => found.every((one) => one.file !== file);
  const diagnostics = uniqueDiagnostics([...found, ...unrecorded.filter(isNew), ...resolution.diagnostics]);
  const shown = diagnostics.filter(shownBy({ all: true, quiet: options.quiet ?? false }));
  return {
    code: exitCodes.ok,
    json: toWireResolution(resolution, diagnostics),
    text: (style) => {
      // Standard error shows the gaps.
      const others = shown.filter((diagnostic) => !isGap(diagnostic));
      return viewExplanation({ resolution, diagnostics: others, root: workspace.root, all: options.all ?? false }, style);
    },
    notice: (style) => viewGaps(shown, style),
  };
}
