import { userInfo } from "node:os";
import { join } from "node:path";
import { createServer, listen, type Listening, type PreceptServer } from "@precept/server";
import { addToken, createTokenAuthenticator, removeToken, type CreatedToken, type NewToken } from "@precept/server/tokens";
import { builtConsole } from "@precept/testing/program";
import { openWorkspace, type Workspace } from "@precept/workspace";
import { pino } from "pino";
import type { GeneratedProject } from "./generate-project.ts";

/** A server of a project, which can be stopped and started again on the same port. */
export interface ServedProject extends AsyncDisposable {
  readonly workspace: Workspace;
  /** Such as `http://127.0.0.1:40123`. */
  readonly url: string;
  /** Everything that the server has logged. */
  readonly log: () => string;
  readonly stop: () => Promise<void>;
  readonly start: () => Promise<void>;
  /** Creates a token, if the server has tokens. */
  readonly addToken: (token: NewToken) => Promise<CreatedToken>;
  readonly revoke: (id: string) => Promise<unknown>;
}

/** High enough for a trial, which is one client. */
const limits = { requestsPerMinute: 1_000_000, failedAuthenticationsPerMinute: 1_000_000, concurrencyPerClient: 1000 };

/** Serves a project with its console. @param hasTokens whether requests need a token. */
export async function serveProject({ dir, home }: GeneratedProject, hasTokens: boolean): Promise<ServedProject> {
  const workspace = await openWorkspace(dir, { watch: true, home, userDirs: "writable" });
  const tokens = join(home, "tokens.json");
  const authenticator = await createTokenAuthenticator({ path: tokens, interval: 50 });
  let logged = "";
  const log = pino({ level: "trace" }, { write: (line) => (logged += line) });
  let running: { readonly server: PreceptServer; readonly listening: Listening } | undefined;
  let port = 0;

  async function start(): Promise<void> {
    const access = hasTokens ? { authenticator } : { defaultUser: userInfo().username };
    const server = createServer({ workspace, consoleFile: builtConsole(), log, limits, ...access });
    const listening = await listen(server, { host: "127.0.0.1", port, graceMs: 0 });
    port = Number(new URL(listening.url).port);
    running = { server, listening };
  }

  async function stop(): Promise<void> {
    running?.server.stop();
    await running?.listening.close();
    running = undefined;
  }

  await start();
  return {
    workspace,
    url: `http://127.0.0.1:${port}`,
    log: () => logged,
    start,
    stop,
    addToken: (token) => addToken(tokens, token),
    revoke: (id) => removeToken(tokens, id),
    async [Symbol.asyncDispose]() {
      await stop();
      await authenticator[Symbol.asyncDispose]();
      await workspace[Symbol.asyncDispose]();
    },
  };
}
