import type { SessionType } from "@precept/agent-context";
import { PreceptError, toWireResolution, uniqueDiagnostics } from "@precept/core";
import type { Call, CommandResult } from "../../define.ts";
import { readRequest, readResolveOptions, type RequestOptions } from "../../request.ts";
import { shownBy, summariseDiagnostics } from "../../terminal/diagnostics.ts";
import { findNextStep } from "../../rules/next-step.ts";
import { chooseView } from "../../view-option.ts";
import { recordTrace } from "../trace/record.ts";

export interface ResolveCommandOptions extends RequestOptions {
  readonly debug?: boolean;
  readonly withContext?: boolean;
  readonly sessionType?: SessionType;
  readonly session?: string;
}

export async function resolve(call: Call<ResolveCommandOptions>): Promise<CommandResult> {
  const { workspace, settings, options, terminal } = call;
  const { session } = options;
  const request = { ...(await readRequest(options, settings, terminal)), ...(session !== undefined && { session }) };
  const resolveOptions = { ...readResolveOptions(options), debug: options.debug ?? false, channel: "cli" } as const;
  if (options.withContext === true) {
    if (options.view === "tool") throw new PreceptError("OPTIONS_CONFLICT", { options: ["--view tool", "--with-context"] });
    const { resolveWithContext } = await import("./with-context.ts");
    // Not main: the output can go to any program.
    const { sessionType = "shared", quiet = false } = options;
    return resolveWithContext(workspace, { request, options: resolveOptions, sessionType, quiet });
  }
  const resolution = await workspace.resolve(request, { ...resolveOptions, view: chooseView(options, settings) });
  const diagnostics = await workspace.diagnostics();
  await recordTrace(workspace, resolution);
  const all = uniqueDiagnostics([...diagnostics, ...resolution.diagnostics]);
  const nextStep = resolution.totals.evaluated === 0 ? await findNextStep(call) : undefined;
  return {
    json: toWireResolution(resolution, diagnostics),
    isVerbatim: true,
    text: () => resolution.prompt,
    notice: (style) =>
      summariseDiagnostics(all.filter(shownBy({ all: true, quiet: options.quiet ?? false })), style) + (nextStep?.(style) ?? ""),
  };
}
