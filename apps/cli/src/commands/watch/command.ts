import { toWireResolution, uniqueDiagnostics, type ResolveRequest } from "@precept/core";
import type { WorkspaceChange } from "@precept/workspace";
import type { Call, CommandResult } from "../../define.ts";
import { followChanges } from "../../follow-changes.ts";
import { readRequest, readResolveOptions } from "../../request.ts";
import { shownBy } from "../../terminal/diagnostics.ts";
import { printJson, printable, styleFor } from "../../terminal/text.ts";
import { viewExplanation } from "../explain/view.ts";
import type { ExplainOptions } from "../explain/command.ts";

/** Clears the terminal and moves the cursor to the top left. */
const clear = "\u001B[2J\u001B[3J\u001B[H";

export async function watch(call: Call<ExplainOptions>): Promise<CommandResult> {
  const request = await readRequest(call.options, call.settings, call.terminal);
  return followChanges(call, (change) => show(call, request, change));
}

async function show(
  { workspace, settings, options, terminal }: Call<ExplainOptions>,
  request: ResolveRequest,
  change?: WorkspaceChange,
): Promise<void> {
  const resolution = await workspace.resolve(request, { ...readResolveOptions(options), countUse: false });
  const diagnostics = uniqueDiagnostics([...(await workspace.diagnostics()), ...resolution.diagnostics]);
  if (settings.json) {
    const changed = { changed: change?.rules.map(({ id }) => id) ?? [], deleted: change?.deleted ?? [] };
    terminal.out(`${printJson({ ...changed, ...toWireResolution(resolution, diagnostics) })}\n`);
    return;
  }
  const style = styleFor(terminal);
  const title = change === undefined ? "" : `${style.bold(describe(change))}\n\n`;
  const shown = diagnostics.filter(shownBy({ all: true, quiet: options.quiet ?? false }));
  const explanation = viewExplanation({ resolution, diagnostics: shown, root: workspace.root, all: options.all ?? false }, style);
  terminal.out(`${terminal.interactive ? clear : ""}${title}${explanation}`);
}

function describe({ rules, deleted, config }: WorkspaceChange): string {
  const parts = [
    ...rules.map(({ name }) => `changed ${name}`),
    ...deleted.map((id) => `deleted ${id}`),
    ...(config === undefined ? [] : ["changed the configuration"]),
  ];
  return parts.length === 0 ? "Something else changed" : printable(parts.join(", "));
}
