import {
  composeContext,
  isBootstrapPending,
  toWireContext,
  toWireFileLoadResult,
  type SessionType,
} from "@precept/agent-context";
import type { Call, CommandResult } from "../../define.ts";
import { stateOf } from "./file-state.ts";
import { viewContext } from "./view.ts";

export interface ShowContextOptions {
  readonly sessionType?: SessionType;
  readonly prompt?: boolean;
}

export async function showContext({ workspace, options }: Call<ShowContextOptions>): Promise<CommandResult> {
  const { sessionType = "main", prompt: printsPrompt = false } = options;
  const { context, files } = await workspace.context.load({ sessionType }, { create: "memory" });
  const prompt = composeContext(context, files);
  const isPending = sessionType === "main" && (await isBootstrapPending(workspace.context.dir, { project: workspace.root }));
  const counter = await workspace.tokenCounter();
  const totals = { characters: prompt.length, tokens: counter.count(prompt) };
  return {
    json: {
      dir: workspace.context.dir,
      time_zone: workspace.context.timeZone,
      ...totals,
      token_counter: counter.id,
      bootstrap_pending: isPending,
      prompt,
      context: toWireContext(context),
      files: files.map((file) => {
        const { content = "", ...report } = toWireFileLoadResult(file);
        return { ...report, state: stateOf(file), characters: content.length, tokens: counter.count(content) };
      }),
    },
    isVerbatim: printsPrompt,
    text: (style) =>
      printsPrompt ? prompt : viewContext({ dir: workspace.context.dir, sessionType, files, totals, counter, isPending }, style),
  };
}
