import { toWireResolution, uniqueDiagnostics } from "@precept/core";
import type { Call, CommandResult } from "../../define.ts";
import { exitCodes } from "../../exit-code.ts";
import type { SharedOptions } from "../../options.ts";
import { readRequest, readResolveOptions, type RequestOptions } from "../../request.ts";
import { shownBy, summariseDiagnostics } from "../../terminal/diagnostics.ts";
import { recordTrace } from "../trace/record.ts";

export interface ResolveCommandOptions extends SharedOptions, RequestOptions {
  readonly debug?: boolean;
}

export async function resolve({ workspace, settings, options, terminal }: Call<ResolveCommandOptions>): Promise<CommandResult> {
  const request = await readRequest(options, settings, terminal);
  const resolution = await workspace.resolve(request, { ...readResolveOptions(options), debug: options.debug ?? false });
  const diagnostics = await workspace.diagnostics();
  await recordTrace(workspace, resolution);
  const all = uniqueDiagnostics([...diagnostics, ...resolution.diagnostics]);
  return {
    code: exitCodes.ok,
    json: toWireResolution(resolution, diagnostics),
    isVerbatim: true,
    text: () => resolution.prompt,
    notice: (style) => summariseDiagnostics(all.filter(shownBy({ all: true, quiet: options.quiet ?? false })), style),
  };
}
