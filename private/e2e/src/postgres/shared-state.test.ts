import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { createClient } from "@precept/client";
import { createPostgresState } from "@precept/store-postgres";
import { addToken, findTokens } from "@precept/server/tokens";
import { preceptProgram } from "@precept/testing/program";
import { startServerProcess, type ServerProcess } from "@precept/testing/server-process";
import { describe, expect, inject, it, onTestFinished } from "vitest";

const url = inject("postgresUrl");

/** Starts servers that share one database, each in another directory. */
async function startServers(count: number, limits: string) {
  const dir = await mkdtemp(join(tmpdir(), "precept-servers-"));
  const schema = `e2e_${crypto.randomUUID().slice(0, 8)}`;
  const env = { PRECEPT_TEST_DATABASE: url ?? "", PRECEPT_TRUSTED_DIRS: dir };
  const servers: ServerProcess[] = [];
  onTestFinished(async () => {
    for (const server of servers) await server[Symbol.asyncDispose]();
    await rm(dir, { recursive: true, force: true });
  });
  const state = `state: { postgres: { url_env: PRECEPT_TEST_DATABASE, schema: ${schema} } }\n${limits}`;
  const home = join(dir, "home");
  await mkdir(home, { recursive: true });
  await writeFile(join(home, "server.yaml"), state);
  // As `precept token create` finds it.
  await using found = await findTokens({ home, env, cwd: dir });
  const { token } = await addToken(found.tokens, { user: "ada", role: "admin" });
  await Promise.all(
    Array.from({ length: count }, async (_, at) => {
      const root = join(dir, String(at), "shop");
      await mkdir(join(root, ".precept/policies"), { recursive: true });
      await writeFile(
        join(root, ".precept/config.yaml"),
        `store: { postgres: { urlEnv: PRECEPT_TEST_DATABASE, schema: ${schema} } }\nproject: shop\n`,
      );
      const policy = "id: B-1\nseverity: LOW\nmatch: { pattern: soso }\nmessage: Better.\n";
      await writeFile(join(root, ".precept/policies/b.yaml"), policy);
      servers.push(await startServerProcess({ args: ["--root", root], home, env }));
    }),
  );
  const clients = servers.map((server) => createClient({ url: server.url, token }));
  /** Runs `precept` in the directory of the first server, with its configuration. */
  const precept = async (...args: readonly string[]): Promise<unknown> => {
    const root = join(dir, "0/shop");
    const options = { cwd: root, env: { ...process.env, ...env, PRECEPT_HOME: home } };
    const { stdout } = await promisify(execFile)(process.execPath, [preceptProgram(), ...args, "--json"], options);
    return JSON.parse(stdout);
  };
  return { servers, clients, token, schema, precept };
}

describe.skipIf(url === undefined)("servers with one PostgreSQL database", () => {
  it("share tokens, limits, advice to agents and the audit log", async () => {
    const { clients, servers, token, schema, precept } = await startServers(2, "limits: { requests_per_minute: 40 }\n");
    const call = (at: number, path: string, body?: object) =>
      fetch(`${servers[at % servers.length]?.url}/api/v1${path}`, {
        method: body === undefined ? "GET" : "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
    const start = performance.now();
    const subjects = [{ text: "soso", file: "a.ts" }];
    for (let at = 0; at < 3; at += 1) await call(at, "/policies/enforce", { subjects, session: "s", tool_use: String(at) });
    const hooks = (await (await call(0, "/policies/soft-hooks")).json()) as { soft_hooks: { ignore_count: number }[] };
    expect(hooks.soft_hooks.map(({ ignore_count: count }) => count)).toEqual([2]);
    // The command line reads what the servers share, too.
    expect(await precept("soft-hooks", "list")).toMatchObject({ soft_hooks: [{ ignore_count: 2 }] });
    expect(await precept("audit", "list", "--soft-hooks")).toMatchObject({ entries: { length: 3 } });
    expect(await precept("audit", "verify")).toMatchObject({ intact: true, logs: [{ entries: 3 }] });
    expect(await precept("approvals", "list")).toEqual({ approvals: [] });
    await clients[0]?.rules.create({
      name: "money",
      description: "A rule.",
      content: "Cents.",
      scope: "project",
      store: "postgres",
    });
    const verified = (await (await call(1, "/policies/audit/verify")).json()) as { intact: boolean; logs: { entries: number }[] };
    expect(verified).toMatchObject({ intact: true, logs: [{ entries: 3 }] });
    const answers = await Promise.all(Array.from({ length: 60 }, (_, at) => call(at, "/traces")));
    const admitted = answers.filter(({ status }) => status === 200).length + 6;
    // As many as in a minute, and in the time that the calls took.
    expect(admitted).toBeGreaterThanOrEqual(40);
    expect(admitted).toBeLessThanOrEqual(41 + ((performance.now() - start) / 60_000) * 40);
    await using state = createPostgresState({ url: url ?? "", schema });
    const events = await state.log("events", "shop").read({ after: 0, limit: 100 });
    const changes = events.entries.map(({ value }) => value).filter((value) => value.includes("rules_changed"));
    expect(changes).toHaveLength(1);
  });
});
