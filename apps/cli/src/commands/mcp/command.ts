import type { SessionType } from "@precept/agent-context";
import { PreceptError, withoutUndefined, type Diagnostic } from "@precept/core";
import type { Phase } from "@precept/governance";
import { hostOfWorkspace, servePreceptOnStdio, toolNames, type ListedTools, type ToolName } from "@precept/mcp";
import { startTelemetry } from "@precept/server/telemetry";
import { followProblems, type Workspace } from "@precept/workspace";
import type { Call, CommandResult } from "../../define.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { count, printable } from "../../terminal/text.ts";
import { readVersion } from "../../version.ts";

interface McpOptions {
  readonly tools?: readonly string[];
  readonly policyTools?: boolean;
  readonly phase?: Phase;
  readonly register: boolean;
  readonly readOnly?: boolean;
  readonly sessionType?: SessionType;
  readonly answerCharacters?: number;
}

/** Serves the project over MCP, as one session. Messages go to standard error: standard output has the protocol. */
export async function serveMcp({ workspace, options, terminal }: Call<McpOptions>): Promise<CommandResult> {
  const tools = options.tools && readTools(options.tools);
  await using _telemetry = await startTelemetry(terminal.env, (problem) => terminal.err(`precept mcp: ${printable(problem)}\n`));
  const stopReporting = await reportProblems(workspace, terminal);
  await beginSession(workspace, terminal);
  const mayChange = options.readOnly !== true;
  await using host = hostOfWorkspace(workspace, {
    mayRegister: mayChange && options.register,
    mayRemember: mayChange,
    ...(options.sessionType !== undefined && { sessionType: options.sessionType }),
  });
  const connection = servePreceptOnStdio(host, {
    version: readVersion(),
    ...withoutUndefined({
      tools,
      policyTools: options.policyTools,
      phase: options.phase,
      answerCharacters: options.answerCharacters,
    }),
    onError: ({ message }) => terminal.err(`precept mcp: ${printable(message)}\n`),
  });
  const ended = connection.closed.then(
    () => "ok" as const,
    // `onError` has printed why. The exit code tells the client that it continues without rules and policies.
    () => "internal" as const,
  );
  const code = await Promise.race([ended, terminal.interrupted().then(() => "ok" as const)]);
  stopReporting();
  await connection.close();
  return { code, json: undefined, text: () => "" };
}

/** @throws PreceptError `OPTION_VALUE_INVALID` for a tool that does not exist. */
function readTools(names: readonly string[]): ListedTools {
  const unknown = names.length === 0 ? "" : names.find((name) => name !== "all" && !isToolName(name));
  if (unknown === undefined) return names.includes("all") ? "all" : names.filter(isToolName);
  const expected = `all, or tools of ${toolNames.join(", ")}`;
  throw new PreceptError("OPTION_VALUE_INVALID", { option: "--tools", value: unknown, expected });
}

function isToolName(name: string): name is ToolName {
  return toolNames.some((one) => one === name);
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

const maxProblems = 20;

/** Prints the problems of policies and the errors of rule files on standard error. @returns a function that stops it. */
function reportProblems(workspace: Workspace, terminal: Terminal): Promise<() => void> {
  return followProblems(workspace, (problems) => {
    const lines = [...new Set(problems.map(describe))];
    for (const line of lines.slice(0, maxProblems)) terminal.err(`${line}\n`);
    const more = lines.length - maxProblems;
    if (more > 0) terminal.err(`${count(more, "more problem")}: run precept lint.\n`);
  });
}

function describe({ file, line, message, code }: Diagnostic): string {
  const at = file === undefined ? "" : `${file}${line === undefined ? "" : `:${line}`}: `;
  return `${printable(at + message)} (${code})`;
}
