import { toWireContext, toWireFileLoadResult, type SessionType } from "@precept/agent-context";
import { toWireResolution, uniqueDiagnostics, type ResolveRequest } from "@precept/core";
import type { Workspace, WorkspaceResolveOptions } from "@precept/workspace";
import type { CommandResult } from "../../define.ts";
import { shownBy, summariseDiagnostics } from "../../terminal/diagnostics.ts";
import { printable } from "../../terminal/text.ts";
import { recordTrace } from "../trace/record.ts";

export interface ContextBoot {
  readonly request: ResolveRequest;
  readonly options: WorkspaceResolveOptions;
  readonly sessionType: SessionType;
  readonly quiet: boolean;
}

/** Resolves a request and the agent context as a boot does. Creates no context file, and offers BOOTSTRAP.md once. */
export async function resolveWithContext(
  workspace: Workspace,
  { request, options, sessionType, quiet }: ContextBoot,
): Promise<CommandResult> {
  const booted = await workspace.boot(
    { ...request, sessionType },
    {
      ...options,
      create: "memory",
      bootstrap: sessionType === "main",
    },
  );
  const { context, files, resolution, prompt } = booted;
  const diagnostics = await workspace.diagnostics();
  await recordTrace(workspace, resolution);
  const all = uniqueDiagnostics([...diagnostics, ...resolution.diagnostics]);
  const isIncomplete = files.some(({ isDefault }) => isDefault);
  return {
    json: {
      prompt,
      context: toWireContext(context),
      files: files.map((file) => {
        const { content = "", ...report } = toWireFileLoadResult(file);
        return { ...report, characters: content.length };
      }),
      resolution: toWireResolution(resolution, diagnostics),
    },
    isVerbatim: true,
    text: () => prompt,
    notice: (style) => {
      if (quiet) return summariseDiagnostics(all.filter(shownBy({ all: true, quiet })), style);
      const notes = files.flatMap(({ error, note }) => [error, note].filter((text) => text !== undefined));
      if (isIncomplete) notes.push("`precept context init` creates the missing files of the agent context.");
      const lines = notes.map((note) => `${style.dim("note")}  ${printable(note)}\n`).join("");
      return lines + summariseDiagnostics(all.filter(shownBy({ all: true, quiet })), style);
    },
  };
}
