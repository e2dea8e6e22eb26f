import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { addToken, findTokens } from "@precept/server/tokens";
import type { PostgresServer } from "@precept/testing/postgres-server";
import { freePort } from "@precept/testing/free-port";
import { startServerProcess, type ServerProcess } from "@precept/testing/server-process";
import { startFaultProxy, type FaultProxy } from "./fault-proxy.ts";

/** How many servers there are. */
export const serverCount = 3;

/** A server that can be killed and started again at the same address. */
export interface Member {
  readonly url: string;
  /** Between it and PostgreSQL. */
  readonly proxy: FaultProxy;
  kill(): Promise<void>;
  /** What its log has besides requests: the end of it. */
  log(): string;
  start(): Promise<void>;
}

/** Servers in separate processes and directories, with one database. */
export interface Cluster extends AsyncDisposable {
  readonly members: readonly Member[];
  /** An admin's. */
  readonly token: string;
  readonly schema: string;
}

/** A module that sets the clock of a process wrong, by seconds. */
function wrongClock(seconds: number): string {
  const code = `const R = Date; globalThis.Date = class extends R { constructor(...a) { if (a.length === 0) super(R.now() + ${seconds}e3); else super(...a); } static now() { return R.now() + ${seconds}e3; } };`;
  return `--import data:text/javascript,${encodeURIComponent(code)}`;
}

export async function startCluster(postgres: PostgresServer): Promise<Cluster> {
  const dir = await mkdtemp(join(tmpdir(), "precept-many-servers-"));
  // Removes everything if a server does not start.
  await using started = new AsyncDisposableStack();
  started.defer(() => rm(dir, { recursive: true, force: true }));
  const schema = `trial_${crypto.randomUUID().slice(0, 8)}`;
  const home = join(dir, "home");
  const target = new URL(postgres.url);
  await mkdir(home);
  await writeFile(
    join(home, "server.yaml"),
    `state: { postgres: { url_env: PRECEPT_TRIAL_DATABASE, schema: ${schema} } }\nlimits: { failed_authentications_per_minute: 12 }\n`,
  );
  const env = { PRECEPT_TRIAL_DATABASE: postgres.url };
  await using found = await findTokens({ home, env, cwd: dir });
  const { token } = await addToken(found.tokens, { user: "ada", role: "admin" });
  const members = await Promise.all(
    Array.from({ length: serverCount }, async (_, at) => {
      const proxy = started.use(await startFaultProxy({ host: target.hostname, port: Number(target.port) }));
      const member = await startMember(join(dir, String(at), "shop"), { home, schema, target, at, proxy });
      started.defer(() => member.kill());
      return member;
    }),
  );
  const ends = started.move();
  return { members, token, schema, [Symbol.asyncDispose]: () => ends.disposeAsync() };
}

interface MemberOptions {
  readonly home: string;
  readonly schema: string;
  readonly target: URL;
  readonly at: number;
  readonly proxy: FaultProxy;
}

async function startMember(root: string, { home, schema, target, at, proxy }: MemberOptions): Promise<Member> {
  await mkdir(join(root, ".precept/policies"), { recursive: true });
  await writeFile(
    join(root, ".precept/config.yaml"),
    `store: { postgres: { urlEnv: PRECEPT_TRIAL_DATABASE, schema: ${schema} } }\nproject: shop\n`,
  );
  await writeFile(join(root, ".precept/policies/b.yaml"), "id: B-1\nseverity: LOW\nmatch: { pattern: soso }\nmessage: Better.\n");
  const url = new URL(target);
  url.port = String(proxy.port);
  const port = await freePort();
  const env = {
    PRECEPT_TRIAL_DATABASE: url.href,
    PRECEPT_TRUSTED_DIRS: join(root, ".."),
    ...(at === serverCount - 1 && { NODE_OPTIONS: wrongClock(90) }),
  };
  const open = (): Promise<ServerProcess> => startServerProcess({ args: ["--root", root], home, port, env });
  let running: ServerProcess | undefined = await open();
  return {
    url: running.url,
    proxy,
    async kill() {
      await running?.stop("SIGKILL");
      running = undefined;
    },
    log: () => {
      if (running === undefined) return "it does not run";
      const lines = running.log().split("\n");
      return lines
        .filter((line) => !line.includes('"level":"info"'))
        .join("\n")
        .slice(-3000);
    },
    async start() {
      running ??= await open();
    },
  };
}
