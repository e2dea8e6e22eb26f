import { toWireResolution, uniqueDiagnostics, type Diagnostic } from "@precept/core";
import { toWireToolView } from "@precept/workspace";
import type { Call, CommandResult } from "../../define.ts";
import { readRequest, readResolveOptions, type RequestOptions } from "../../request.ts";
import { isGap, shownBy, viewGaps } from "../../terminal/diagnostics.ts";
import { recordTrace } from "../trace/record.ts";
import { findNextStep } from "../../rules/next-step.ts";
import { chooseView } from "../../view-option.ts";
import { viewExplanation } from "./view.ts";
import { viewTool } from "./view-tool.ts";

export interface ExplainOptions extends RequestOptions {
  readonly all?: boolean;
  readonly command?: string;
  readonly compare?: readonly string[];
}

export async function explain(call: Call<ExplainOptions>): Promise<CommandResult> {
  const { workspace, settings, options, terminal } = call;
  if (options.command !== undefined) {
    // Loaded on demand, because a request needs no policies.
    const { explainCommand } = await import("./explain-command.ts");
    return explainCommand(workspace, options.command, options.all ?? false);
  }
  const request = await readRequest(options, settings, terminal);
  if (options.compare !== undefined) {
    const { explainCompared } = await import("./compare.ts");
    return explainCompared(workspace, options.compare, request);
  }
  const resolveOptions = { ...readResolveOptions(options), countUse: false };
  const seen =
    chooseView(options, settings) === "tool" && settings.tool !== undefined
      ? await workspace.seeAs(settings.tool, request, resolveOptions)
      : undefined;
  const resolution = seen?.resolution ?? (await workspace.resolve(request, resolveOptions));
  const unrecorded = await recordTrace(workspace, resolution);
  const found = seen?.diagnostics ?? (await workspace.diagnostics());
  const isNew = ({ file }: Diagnostic): boolean => found.every((one) => one.file !== file);
  const diagnostics = uniqueDiagnostics([...found, ...unrecorded.filter(isNew), ...resolution.diagnostics]);
  const shown = diagnostics.filter(shownBy({ all: true, quiet: options.quiet ?? false }));
  // Loaded on demand, because requests without a tool need no formats of items.
  const tool = seen === undefined ? undefined : (await import("./view-tool-items.ts")).readToolItems(workspace, seen.tool);
  const nextStep = resolution.totals.evaluated === 0 ? await findNextStep(call) : undefined;
  return {
    json: {
      ...toWireResolution(resolution, diagnostics),
      ...(seen !== undefined && { view: { ...toWireToolView(seen), ...tool?.json } }),
    },
    text: (style) => {
      // Standard error shows the gaps.
      const others = shown.filter((diagnostic) => !isGap(diagnostic));
      const explanation = { resolution, diagnostics: others, root: workspace.root, all: options.all ?? false };
      const shownTool = seen === undefined ? {} : { tool: seen.title };
      const view = seen === undefined ? "" : viewTool(seen, style) + (tool?.text(style) ?? "");
      return viewExplanation({ ...explanation, ...shownTool }, style) + view;
    },
    notice: (style) => viewGaps(shown, style) + (nextStep?.(style) ?? ""),
  };
}
