import { serveHooks, type HookServer, type ServeHooksOptions } from "@precept/agent-hooks";
import { messageOf } from "@precept/files";
import type { BesideServer, RunBeside } from "@precept/server/serve";
import { readSettings } from "../../settings.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { hookOptions } from "../hook/hook-options.ts";
import { HookWorkspaces, type WorkspaceCall } from "./hook-workspaces.ts";

/**
 * Answers the hooks of projects beside the server, each on a socket of its own. A project without one is reported, and its hooks decide by themselves.
 *
 * @param env the environment from which hooks take their settings.
 */
export function serveHooksOf(env: Terminal["env"]): RunBeside {
  const callFor = (directory: string, hasRoot: boolean, cwd: string): WorkspaceCall => {
    const { workspace: options } = readSettings({ ...hookOptions, ...(hasRoot && { root: directory }) }, { env, cwd });
    return { directory, options };
  };
  return async ({ dirs, log, graceMs }): Promise<BesideServer> => {
    const workspaces = new HookWorkspaces();
    const reasons = new Set<string>();
    const open: ServeHooksOptions["open"] = async (directory, { hasRoot, cwd }) =>
      workspaces.lease(callFor(directory, hasRoot, cwd));
    const onDecline = (reason: string): void => {
      // Once: there is a hook before each tool call.
      if (!reasons.has(reason)) log.warn({ reason }, "a hook decides by itself");
      reasons.add(reason);
    };
    const servers: HookServer[] = [];
    // Windows has no sockets that only one user can connect to.
    for (const project of process.platform === "win32" ? [] : dirs) {
      try {
        servers.push(await serveHooks({ project, env, open, now: Date.now, onDecline }));
        workspaces.prepare(callFor(project, false, project));
      } catch (error) {
        log.warn({ project, reason: messageOf(error) }, "hooks of the project cannot ask this server");
      }
    }
    return {
      lines: servers.map(({ path }) => `Hooks ask this server on ${path}`),
      async [Symbol.asyncDispose]() {
        await Promise.all(servers.map((server) => server.close(graceMs)));
        await workspaces[Symbol.asyncDispose]();
      },
    };
  };
}
