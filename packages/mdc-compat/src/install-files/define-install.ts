import type { Json } from "@precept/core";
import type { HostFile, InstallContext, InstallLevel, InstallSpec, JsonEntry } from "../model/install-spec.ts";
import type { HostId } from "../tools.ts";
import { printArguments, printShellLine, textMark } from "./precept-command.ts";

interface HookContext extends InstallContext {
  readonly agent: HostId;
  /** Set in a project, if the host has such a variable. */
  readonly projectVariable: string | undefined;
}

type DefineFiles = (context: HookContext) => readonly HostFile[];

/** What is special about the install of a host. `defineInstall` fills in the rest. */
interface InstallRow<Host extends HostId> extends Omit<InstallSpec, "agent" | "isVerified" | "hooks" | "mcp" | "nextSteps"> {
  readonly host: Host;
  /** Default: the host. */
  readonly agent?: HostId;
  /** Default true. */
  readonly isVerified?: boolean;
  readonly hooks: DefineFiles;
  /** Default: no file. */
  readonly mcp?: DefineFiles;
  /** In order. A step of one level is named by it, and a step of the MCP server by `mcp`. */
  readonly nextSteps: readonly (Step | { readonly mcp: Step })[];
}

type Step = string | { readonly [Level in InstallLevel]?: string };

export function defineInstall<Host extends HostId>(row: InstallRow<Host>): Readonly<Record<Host, InstallSpec>> {
  const { host, agent = host, isVerified = true, hooks, mcp = () => [], nextSteps, limits, ...rest } = row;
  const extend = (context: InstallContext): HookContext => ({
    ...context,
    agent,
    projectVariable: context.level === "project" ? rest.projectVariable : undefined,
  });
  const spec: InstallSpec = {
    ...rest,
    agent,
    isVerified,
    limits: [...(rest.refusedJson === undefined ? [] : [describeRefused(rest.refusedJson)]), ...limits],
    hooks: (context) => hooks(extend(context)),
    mcp: (context) => mcp(extend(context)),
    nextSteps: ({ level }, installed) =>
      nextSteps.flatMap((step) => {
        if (typeof step === "string" || !("mcp" in step)) return stepAt(step, level);
        return installed.mcp ? stepAt(step.mcp, level) : [];
      }),
  };
  return { [host]: spec } as Record<Host, InstallSpec>;
}

function describeRefused({ extras, effect }: NonNullable<InstallSpec["refusedJson"]>): string {
  return `A file of hooks with ${new Intl.ListFormat("en-GB", { type: "disjunction" }).format(extras)} is not read: ${effect}.`;
}

function stepAt(step: Step, level: InstallLevel): string | readonly string[] {
  return typeof step === "string" ? step : (step[level] ?? []);
}

/** The hooks of hosts that have the format of Claude Code: groups of handlers by event. */
interface ClaudeHooks {
  readonly path: string;
  /** Default: the events of Claude Code. */
  readonly events?: readonly string[];
  /** The matcher of the groups of tools, see `toolEvent`. Default: none, which is all tools. */
  readonly matcher?: string;
  /** The time limit, in the unit of the host. Default 30. */
  readonly timeout?: number;
  readonly wrapper?: readonly string[];
  /** Further members of a handler, such as the one that closes when the hook fails. */
  readonly handler?: Readonly<Record<string, Json>>;
  readonly isOwnFile?: boolean;
  /** The command line. Default: `precept hook AGENT`. */
  readonly commandLine?: string;
}

export const claudeEvents: readonly string[] = ["SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse"];

const toolEvent = /Tool(?:Use)?$/;

export function claudeHooks({ path, isOwnFile, ...hooks }: ClaudeHooks): DefineFiles {
  const { events = claudeEvents, matcher, timeout = 30, wrapper = ["hooks"], handler = {}, commandLine } = hooks;
  return ({ command: precept, agent, projectVariable }) => {
    const command = commandLine ?? printShellLine(precept, ["hook", agent], { projectVariable });
    const entries = events.map((event): JsonEntry => {
      const group = { hooks: [{ type: "command", command, timeout, ...handler }] };
      const value = matcher !== undefined && toolEvent.test(event) ? { matcher, ...group } : group;
      return { kind: "hook", path: [...wrapper, event], value, agent };
    });
    return [{ path, content: { kind: "json", entries, ...(isOwnFile !== undefined && { isOwnFile }) } }];
  };
}

/** A file with an MCP server with `command` and `args`, as most hosts have it. */
interface McpServer {
  /** Default: no file. */
  readonly project?: string;
  /** Default: no file. */
  readonly user?: string;
  /** The members above the server. Default: `mcpServers`. */
  readonly parent?: readonly string[];
  /** Further members of the server. */
  readonly more?: Readonly<Record<string, Json>>;
}

/** @param server the files, or the path of a file that projects and users have. */
export function mcpServer(server: McpServer | string): DefineFiles {
  const row: McpServer = typeof server === "string" ? { project: server, user: server } : server;
  const { parent = ["mcpServers"], more = {}, ...paths } = row;
  return ({ command, isWindows, level }) => {
    const path = paths[level];
    if (path === undefined) return [];
    const [program, ...args] = printArguments(command, ["mcp"], isWindows);
    const value = { ...more, command: program, args };
    return [{ path, content: { kind: "json", entries: [{ kind: "server", path: [...parent, "precept"], value }] } }];
  };
}

/** A script for hosts that pass no arguments. @param path without extension. @param extension except on Windows. */
export function hookScript({ command, agent, isWindows }: HookContext, path: string, extension = ""): HostFile {
  const args = ["hook", agent];
  if (isWindows) {
    const text = `# ${textMark}\n$input | ${printShellLine(command, args, { shell: "powershell" })}\nexit $LASTEXITCODE\n`;
    return { path: `${path}.ps1`, content: { kind: "text", text } };
  }
  const text = `#!/bin/sh\n# ${textMark}\nexec ${printShellLine(command, args)}\n`;
  return { path: path + extension, content: { kind: "text", text, isExecutable: true } };
}

/** A canary before a tool, in the shape of Claude Code. */
export function claudeCanary(tool: string): InstallSpec["canary"] {
  return (command, cwd) => ({
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
  });
}
