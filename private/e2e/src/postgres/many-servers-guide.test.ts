import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findPostgres, startPostgresServer } from "@precept/testing/postgres-server";
import { freePort } from "@precept/testing/free-port";
import { preceptProgram } from "@precept/testing/program";
import { expect, inject, it, onTestFinished } from "vitest";

const guide = fileURLToPath(new URL("../../../../docs/guides/many-servers.md", import.meta.url));
const programs = findPostgres();
const redisUrl = inject("redisUrl");

/** Runs a script in a directory. Its servers are ended with its group. Returns its output. */
async function runScript(script: string, cwd: string, env: NodeJS.ProcessEnv): Promise<{ code: number | null; output: string }> {
  const child = spawn("bash", ["-euo", "pipefail", "-c", script], {
    cwd,
    env,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  onTestFinished(() => {
    try {
      process.kill(-(child.pid ?? 0), "SIGKILL");
    } catch {
      // All have ended.
    }
  });
  const [code] = (await once(child, "exit")) as [number | null];
  return { code, output };
}

it.skipIf(programs === undefined || redisUrl === undefined)(
  "the guide from one machine to three and back works, command by command",
  { tags: "slow" },
  async () => {
    await using engine = await startPostgresServer(programs ?? "");
    const dir = await mkdtemp(join(tmpdir(), "precept-many-servers-guide-"));
    onTestFinished(() => rm(dir, { recursive: true, force: true }));
    const rule = (name: string) => `---\nname: ${name}\ndescription: About ${name}.\n---\n\nText of ${name}.\n`;
    await mkdir(join(dir, "shop/.precept/rules"), { recursive: true });
    for (const name of ["money", "dates"]) await writeFile(join(dir, `shop/.precept/rules/${name}.md`), rule(name));
    await mkdir(join(dir, "bin"));
    await writeFile(join(dir, "bin/precept"), `#!/bin/sh\nexec ${process.execPath} ${preceptProgram()} "$@"\n`);
    await chmod(join(dir, "bin/precept"), 0o755);
    const text = await readFile(guide, "utf8");
    const blocks = [...text.matchAll(/^```sh unchecked: needs PostgreSQL.*\n([^]*?)^```$/gm)].map(([, block = ""]) => block);
    let script = blocks.map((block) => `set -x\n${block}`).join("\n");
    const ports = await Promise.all([1, 2, 3, 4].map(async () => freePort()));
    // A number of a server is part of its port: the script reads the ports from a table.
    script = script
      .replaceAll("414$at", "${ports[$at]}")
      .replaceAll(/414(\d)/g, (_, at: string) => String(ports[Number(at) - 1]));
    script = `ports=(0 ${ports.join(" ")})\n${script.replaceAll("redis://127.0.0.1:6379", redisUrl ?? "")}`;
    const { hostname, port } = new URL(engine.url);
    const { PRECEPT_HOME: _home, ...rest } = process.env;
    const env = {
      ...rest,
      HOME: dir,
      PATH: `${dir}/bin:${process.env["PATH"]}`,
      PGHOST: hostname,
      PGPORT: port,
      PGUSER: "postgres",
    };
    const { code, output } = await runScript(script, join(dir, "shop"), env);
    if (code !== 0) throw new Error(`The commands end with the exit code ${code}:\n${output}`);
    // Read at the second server, at the third one after the restarts, and at the single one.
    expect(output.match(/"content":"Amounts are in cents\."/g)).toHaveLength(3);
    expect(output.match(/^verified {7}(?:3 of 3|2 of 2)/gm)).toHaveLength(2);
  },
);
