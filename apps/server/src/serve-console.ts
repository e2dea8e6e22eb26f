import { basename } from "node:path";
import { PreceptError, withoutUndefined } from "@precept/core";
import type { Workspace } from "@precept/workspace";
import type { Principal } from "./access/principal.ts";
import { createServer } from "./create-server.ts";
import { listen } from "./listen/listen.ts";
import { defaultHost } from "./listen/options.ts";
import { systemUser } from "./system-user.ts";
import { readConsoleFiles } from "./console/console-files.ts";
import { consolePath } from "./console/mount-console.ts";
import { planSnapshot, renderSnapshot, type SnapshotPlan } from "./console/snapshot.ts";
import { createOneTimeToken } from "./console/one-time-token.ts";

/** A snapshot of the console that can be written. */
export interface PlannedSnapshot extends SnapshotPlan {
  /** Returns the page. @throws PreceptError `CONSOLE_MISSING` */
  readonly render: () => Promise<string>;
}

/**
 * Plans a page that shows a project without a server: Explain, Budget, Files and Rules, for reading.
 *
 * @param consoleFile the path of the built console. Default: in the package `@precept/console`.
 */
export async function planConsoleSnapshot(workspace: Workspace, consoleFile?: string): Promise<PlannedSnapshot> {
  await using server = createServer({ workspace });
  const plan = await planSnapshot(workspace, server.fetch, basename(workspace.root));
  return {
    ...plan,
    render: async () => {
      const built = await readConsoleFiles(consoleFile);
      if (built === undefined) throw new PreceptError("CONSOLE_MISSING", {});
      return renderSnapshot(built, plan.snapshot);
    },
  };
}

export interface ServeConsoleOptions {
  /** The open project, which the caller closes. */
  readonly workspace: Workspace;
  /** The port of the loopback interface. Default: a free one. */
  readonly port?: number | undefined;
  /** The path of the built console. Default: in the package `@precept/console`. */
  readonly consoleFile?: string;
  /** Called with the link that logs a browser in once, when the server answers. */
  readonly onReady: (link: string) => void;
  /** Resolves when the server has to stop. */
  readonly stopped: Promise<unknown>;
}

/**
 * Serves the console of one project to the user of this machine. Only the browser that opens the link can use the
 * server: other users and programs of the machine cannot.
 *
 * @throws PreceptError `ADDRESS_IN_USE`, `CONSOLE_MISSING`
 */
export async function serveConsole({ workspace, port = 0, onReady, stopped, ...options }: ServeConsoleOptions): Promise<void> {
  if ((await readConsoleFiles(options.consoleFile)) === undefined) throw new PreceptError("CONSOLE_MISSING", {});
  const principal: Principal = {
    role: "admin",
    projects: "all",
    mainSession: true,
    ...withoutUndefined({ defaultUser: systemUser() }),
  };
  const { token, authenticator } = createOneTimeToken(principal);
  await using server = createServer({ ...options, workspace, authenticator, allowedHosts: [defaultHost, "localhost"] });
  const listening = await listen(server, { host: defaultHost, port, graceMs: 0 });
  // Browsers do not send the fragment, so the token is in no log.
  onReady(`${listening.url}${consolePath}/#token=${token}`);
  await stopped;
  server.stop();
  await listening.close();
}
