import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { createRule } from "@precept/core";
import { addToken, findTokens } from "@precept/server/tokens";
import { createPostgresStore } from "@precept/store-postgres";
import { findPostgres, startPostgresServer } from "@precept/testing/postgres-server";
import { startServerProcess, type ServerProcess } from "@precept/testing/server-process";
import postgres from "postgres";

// Measures the constants of the simulation on this machine, and prints them as JSON. Takes about two minutes.

const rulesOfProject = 1000;
const projectCount = 5;
const clientCount = 16;
const ticksPerSecond = 100;

const programs = findPostgres();
if (programs === undefined) throw new Error("PostgreSQL is not installed.");
await using engine = await startPostgresServer(programs);
const sql = postgres(engine.url, { max: 1, onnotice: () => undefined });
const dir = await mkdtemp(join(tmpdir(), "precept-measure-"));
const home = join(dir, "home");
const env = { DATABASE: engine.url, PRECEPT_TRUSTED_DIRS: dir };
await mkdir(home);
const settings =
  "state: { postgres: { url_env: DATABASE } }\nlimits: { requests_per_minute: 10000000, concurrency_per_client: 1000 }\n";
await writeFile(join(home, "server.yaml"), settings);
const { token } = await (async () => {
  await using found = await findTokens({ home, env, cwd: dir });
  return await addToken(found.tokens, { user: "ada", role: "admin" });
})();
const names = Array.from({ length: projectCount }, (_, at) => `project${at}`);
{
  await using store = createPostgresStore({ url: engine.url });
  for (const projectId of names) {
    const rules = Array.from({ length: rulesOfProject }, (_, at) =>
      createRule({
        id: `${projectId}/${at}`,
        name: `rule-${at}`,
        projectId,
        content: `Text of rule ${at}. ${"Amounts are in cents, and dates are in UTC. ".repeat(10)}`,
        ...(at < 20 ? {} : { inclusion: "fileMatch", globs: [`src/${at % 50}/**`] }),
      }),
    );
    for (let at = 0; at < rules.length; at += 200) {
      await store.apply(rules.slice(at, at + 200).map((rule) => ({ kind: "save", rule })));
    }
  }
}
const [size] = await sql<{ bytes: string }[]>`
  SELECT sum(pg_total_relation_size(c.oid)) AS bytes FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE n.nspname = 'precept' AND c.relkind = 'r'`;

const servers: ServerProcess[] = [];
async function addServer(): Promise<ServerProcess> {
  const projects = join(dir, String(servers.length));
  for (const name of names) {
    await mkdir(join(projects, name, ".precept"), { recursive: true });
    await writeFile(
      join(projects, name, ".precept/config.yaml"),
      `store: { postgres: { urlEnv: DATABASE } }\nproject: ${name}\n`,
    );
  }
  const server = await startServerProcess({ args: ["--projects", projects], home, env });
  servers.push(server);
  return server;
}

async function send(server: ServerProcess, path: string, method = "GET", body?: object): Promise<string> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const response = await fetch(`${server.url}${path}`, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
  return text;
}

const resolve = (server: ServerProcess, project: string) =>
  send(server, `/api/v1/projects/${project}/resolve`, "POST", { files: ["src/7/a.ts"] });

async function time(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** The processor time of a process, in seconds. */
async function cpuOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0) + Number(fields[13] ?? 0) + Number(fields[14] ?? 0)) / ticksPerSecond;
}

/** The processor time of PostgreSQL: of the process, of its children, and of those that have ended. */
async function cpuOfEngine(): Promise<number> {
  const children = await readFile(`/proc/${engine.pid}/task/${engine.pid}/children`, "utf8");
  const pids = [engine.pid, ...children.trim().split(" ").map(Number)];
  return (await Promise.all(pids.map(cpuOf))).reduce((sum, one) => sum + one, 0);
}

async function transactions(): Promise<number> {
  // Statistics are sent after a second.
  await setTimeout(1200);
  const [row] = await sql<{ count: string }[]>`SELECT sum(xact_commit) AS count FROM pg_stat_database`;
  return Number(row?.count);
}

/** What PostgreSQL does per second during some time. */
async function rateDuring(seconds: number, work: () => Promise<unknown> = async () => setTimeout(seconds * 1000)) {
  const [before, cpuBefore, start] = [await transactions(), await cpuOfEngine(), performance.now()];
  await work();
  const [after, cpuAfter, elapsed] = [await transactions(), await cpuOfEngine(), (performance.now() - start) / 1000];
  return {
    queries: (after - before) / elapsed,
    count: after - before,
    cpu: (cpuAfter - cpuBefore) / elapsed,
    cpuSeconds: cpuAfter - cpuBefore,
  };
}

async function connections(): Promise<number> {
  const [row] = await sql<{ count: string }[]>`SELECT count(*) FROM pg_stat_activity WHERE application_name LIKE 'precept%'`;
  return Number(row?.count);
}

async function inParallel(count: number, work: (at: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const run = async (): Promise<void> => {
    while (next < count) await work((next += 1));
  };
  await Promise.all(Array.from({ length: clientCount }, run));
}

const constants: Record<string, number> = { bytesPerRule: Math.round(Number(size?.bytes) / rulesOfProject / projectCount) };
const first = await addServer();
const empty = await first.residentBytes();
constants["firstAnswerMs"] = await time(() => resolve(first, "project0"));
await inParallel(300, () => resolve(first, "project0"));
constants["connectionsWithOneProject"] = await connections();
constants["idleQueriesWithOneProject"] = (await rateDuring(10)).queries;
const residentWithOne = await first.residentBytes();
const [serverBefore, engineBefore] = [await cpuOf(first.pid), await cpuOfEngine()];
for (const name of names.slice(1)) await resolve(first, name);
constants["firstAnswerCpuMs"] = (((await cpuOf(first.pid)) - serverBefore) * 1000) / (projectCount - 1);
constants["engineCpuMsPerFirstAnswer"] = (((await cpuOfEngine()) - engineBefore) * 1000) / (projectCount - 1);
await inParallel(300, (at) => resolve(first, names[at % names.length] ?? ""));
constants["connectionsWithFiveProjects"] = await connections();
const idle = await rateDuring(10);
constants["idleQueriesWithFiveProjects"] = idle.queries;
constants["memoryPerRule"] = Math.round(
  ((await first.residentBytes()) - residentWithOne) / (rulesOfProject * (projectCount - 1)),
);
constants["memoryOfServer"] = empty;
const cpuBefore = await cpuOf(first.pid);
const answers = 3000;
constants["answersPerSecond"] = answers / ((await time(() => inParallel(answers, () => resolve(first, "project0")))) / 1000);
constants["answerCpuMs"] = (((await cpuOf(first.pid)) - cpuBefore) * 1000) / answers;
const put = (at: number) =>
  send(first, `/api/v1/projects/project0/rules/project0%2F${at % 500}`, "PUT", {
    content: `Changed ${at} ${crypto.randomUUID()}.`,
  });
const writes = 300;
const alone = await rateDuring(0, () => inParallel(writes, put));
constants["queriesPerWrite"] = alone.count / writes;
constants["engineCpuMsPerWriteWithOneServer"] = (alone.cpuSeconds * 1000) / writes;
for (let at = 0; at < 2; at += 1) {
  const server = await addServer();
  for (const name of names) await resolve(server, name);
}
const three = await rateDuring(0, () => inParallel(writes, put));
constants["queriesPerWriteWithThreeServers"] = three.count / writes;
constants["engineCpuMsPerWriteWithThreeServers"] = (three.cpuSeconds * 1000) / writes;
const threeIdle = await rateDuring(20);
constants["engineCpuMsPerIdleQuery"] = (threeIdle.cpu * 1000) / threeIdle.queries;
console.log(JSON.stringify(constants, undefined, 2));
for (const server of servers) await server.stop("SIGKILL");
await sql.end();
await rm(dir, { recursive: true, force: true });
