import type { HostId } from "../tools.ts";
import type { HostFile, InstallContext, InstallSpec, JsonEntry } from "../model/install-spec.ts";
import { printArguments, printShellLine } from "./precept-command.ts";
import type { Json } from "@precept/core";

/** The hooks of hosts that have the format of Claude Code: groups of handlers by event. */
export interface ClaudeHooks {
  readonly agent: HostId;
  readonly path: string;
  readonly events: readonly string[];
  /** The events of tools, whose groups have a matcher. Default: no matcher, which is all tools. */
  readonly matchers?: Readonly<Record<string, string>>;
  /** The time limit, in the unit of the host. */
  readonly timeout: number;
  /** The members above the events. Default: `hooks`. */
  readonly wrapper?: readonly string[];
  /** Further members of a handler, such as the one that closes when the hook fails. */
  readonly handler?: Readonly<Record<string, Json>>;
  readonly projectVariable?: string;
  readonly isOwnFile?: boolean;
  /** The command line. Default: `precept hook AGENT`. */
  readonly commandLine?: string;
}

/** Describes a file with hooks in the format of Claude Code. */
export function claudeHooks(context: InstallContext, hooks: ClaudeHooks): HostFile {
  const { agent, path, events, matchers = {}, timeout, wrapper = ["hooks"], handler = {}, projectVariable, isOwnFile } = hooks;
  const command = hooks.commandLine ?? printShellLine(context.command, ["hook", agent], { projectVariable });
  const entries = events.map((event): JsonEntry => {
    const group = { hooks: [{ type: "command", command, timeout, ...handler }] };
    const matcher = matchers[event];
    return { kind: "hook", path: [...wrapper, event], value: matcher === undefined ? group : { matcher, ...group }, agent };
  });
  return { path, content: { kind: "json", entries, ...(isOwnFile !== undefined && { isOwnFile }) } };
}

/** Describes an MCP server with `command` and `args`, as most hosts have it. */
export function mcpServer(
  { command, isWindows }: InstallContext,
  path: string,
  parent: readonly string[] = ["mcpServers"],
  more: Readonly<Record<string, Json>> = {},
): HostFile {
  const [program, ...args] = printArguments(command, ["mcp"], isWindows);
  const value = { ...more, command: program, args };
  return { path, content: { kind: "json", entries: [{ kind: "server", path: [...parent, "precept"], value }] } };
}

/** A canary before a tool, in the shape of Claude Code. */
export function claudeCanary(tool: string, command: string, cwd: string): ReturnType<InstallSpec["canary"]> {
  return {
    event: "PreToolUse",
    payload: {
      session_id: "precept-doctor",
      transcript_path: "",
      cwd,
      permission_mode: "default",
      hook_event_name: "PreToolUse",
      tool_name: tool,
      tool_input: { command },
      tool_use_id: "precept-doctor",
    },
  };
}
