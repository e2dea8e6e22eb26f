import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { addToken, findTokens } from "@precept/server/tokens";
import { freePort } from "@precept/testing/free-port";
import { preceptProgram } from "@precept/testing/program";
import { startServerProcess, type ServerProcess } from "@precept/testing/server-process";
import { onTestFinished } from "vitest";

export interface Servers {
  /** The running servers. */
  readonly servers: readonly ServerProcess[];
  /** Of an admin. */
  readonly token: string;
  readonly schema: string;
  /** Runs `precept` in the directory of the first server, with its configuration. Returns its JSON. */
  readonly precept: (...args: readonly string[]) => Promise<unknown>;
  /** Stops a server with SIGTERM, and starts it again at the same address. Returns the exit code. */
  readonly restart: (at: number) => Promise<number | null>;
}

/**
 * Starts servers that share one database, each in another directory. They are stopped when the test ends.
 *
 * @param url of the database.
 * @param settings further lines of `server.yaml`.
 */
export async function startServers(count: number, url: string, settings: string): Promise<Servers> {
  const dir = await mkdtemp(join(tmpdir(), "precept-servers-"));
  const schema = `e2e_${crypto.randomUUID().slice(0, 8)}`;
  const env = { PRECEPT_TEST_DATABASE: url, PRECEPT_TRUSTED_DIRS: dir };
  const servers: ServerProcess[] = [];
  onTestFinished(async () => {
    for (const server of servers) await server[Symbol.asyncDispose]();
    await rm(dir, { recursive: true, force: true });
  });
  const state = `state: { postgres: { url_env: PRECEPT_TEST_DATABASE, schema: ${schema} } }\n${settings}`;
  const home = join(dir, "home");
  await mkdir(home, { recursive: true });
  await writeFile(join(home, "server.yaml"), state);
  // As `precept token create` finds it.
  await using found = await findTokens({ home, env, cwd: dir });
  const { token } = await addToken(found.tokens, { user: "ada", role: "admin" });
  const starts = await Promise.all(
    Array.from({ length: count }, async (_, at) => {
      const root = join(dir, String(at), "shop");
      await mkdir(join(root, ".precept/policies"), { recursive: true });
      await writeFile(
        join(root, ".precept/config.yaml"),
        `store: { postgres: { urlEnv: PRECEPT_TEST_DATABASE, schema: ${schema} } }\nproject: shop\n`,
      );
      const policy = "id: B-1\nseverity: LOW\nmatch: { pattern: soso }\nmessage: Better.\n";
      await writeFile(join(root, ".precept/policies/b.yaml"), policy);
      const port = await freePort();
      const start = (): Promise<ServerProcess> => startServerProcess({ args: ["--root", root], home, env, port });
      servers[at] = await start();
      return start;
    }),
  );
  return {
    servers,
    token,
    schema,
    async precept(...args) {
      const options = { cwd: join(dir, "0/shop"), env: { ...process.env, ...env, PRECEPT_HOME: home } };
      const { stdout } = await promisify(execFile)(process.execPath, [preceptProgram(), ...args, "--json"], options);
      return JSON.parse(stdout) as unknown;
    },
    async restart(at) {
      const code = (await servers[at]?.stop("SIGTERM")) ?? null;
      const start = starts[at];
      if (start !== undefined) servers[at] = await start();
      return code;
    },
  };
}
