import type { Phase } from "@precept/governance";
import { hostOfWorkspace, servePreceptOnStdio } from "@precept/mcp";
import type { Workspace } from "@precept/workspace";
import type { Call, CommandResult } from "../../define.ts";
import { exitCodes } from "../../exit-code.ts";
import type { SharedOptions } from "../../options.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { printable } from "../../terminal/text.ts";
import { readVersion } from "../../version.ts";

export interface McpOptions extends SharedOptions {
  readonly phase?: Phase;
  readonly register: boolean;
}

/** Serves the policies over MCP. Standard output carries the protocol, so messages go to standard error. */
export async function serveMcp({ workspace, options, terminal }: Call<McpOptions>): Promise<CommandResult> {
  for (const { code, message, file } of await workspace.policies.diagnostics()) {
    terminal.err(`${printable(`${file === undefined ? "" : `${file}: `}${message}`)} (${code})\n`);
  }
  await beginSession(workspace, terminal);
  await using host = hostOfWorkspace(workspace, { mayRegister: options.register });
  const connection = servePreceptOnStdio(host, {
    version: readVersion(),
    ...(options.phase !== undefined && { phase: options.phase }),
    onError: ({ message }) => terminal.err(`precept mcp: ${printable(message)}\n`),
  });
  const ended = connection.closed.then(
    () => exitCodes.ok,
    // `onError` has printed why. The exit code tells the client that it continues without policies.
    () => exitCodes.internal,
  );
  const code = await Promise.race([ended, terminal.interrupted().then(() => exitCodes.ok)]);
  await connection.close();
  return { code, json: undefined, text: () => "" };
}

/** Creates a checkpoint to roll back to after a violation that terminates the agent. */
async function beginSession({ policies, settings }: Workspace, terminal: Terminal): Promise<void> {
  if (!settings.policies.rollback) return;
  try {
    await policies.checkpoints.create();
  } catch (error) {
    terminal.err(`precept mcp: ${printable(error instanceof Error ? error.message : String(error))}\n`);
  }
}
