import { withoutUndefined } from "@precept/core";
import { checkHealth, serve, waitForStopSignal } from "@precept/server/serve";
import type { CallWithoutWorkspace, CommandResult } from "../../define.ts";

export interface ServeOptions {
  readonly port?: string;
  readonly host?: string;
  readonly socket?: string;
  readonly projects?: string;
  readonly config?: string;
  readonly shutdownDelay?: string;
  readonly checkHealth?: boolean;
}

/**
 * Serves projects until the process receives a signal to stop. Standard output only has the address; the log is on
 * standard error.
 *
 * @param roots the directories of the projects. Empty: the configuration names them.
 */
export function serveProjects(roots: readonly string[]) {
  return async ({ options, terminal }: CallWithoutWorkspace<ServeOptions>): Promise<CommandResult> => {
    const { port, host, socket, projects, config, user, shutdownDelay } = options;
    const args = {
      ...withoutUndefined({ port, host, socket, projects, config, user, shutdownDelay }),
      ...(roots.length > 0 && { root: roots }),
    };
    if (options.checkHealth === true) {
      const problem = await checkHealth({ args, env: terminal.env, cwd: terminal.cwd });
      return {
        code: problem === undefined ? "ok" : "findings",
        json: { problem: problem ?? null },
        text: () => `${problem ?? "The server is up."}\n`,
      };
    }
    const { stopped, dispose } = waitForStopSignal();
    try {
      await serve({
        args,
        env: options.quiet === true ? { PRECEPT_SERVER_LOG_LEVEL: "error", ...terminal.env } : terminal.env,
        cwd: terminal.cwd,
        out: (text) => terminal.out(text),
        err: (text) => terminal.err(text),
        isTerminal: process.stderr.isTTY,
        stopped: Promise.race([stopped, terminal.interrupted()]),
      });
    } finally {
      dispose();
    }
    return { json: undefined, text: () => "" };
  };
}
