import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createRule } from "@precept/core";
import { createPostgresStore } from "@precept/store-postgres";
import { createSqliteStore } from "@precept/store-sqlite";
import { makeDirectory } from "@precept/testing";
import { preceptProgram } from "@precept/testing/program";
import { describe, expect, inject, it } from "vitest";
import { runPrecept } from "../run-node.ts";

const url = inject("postgresUrl") ?? "";

const ruleCount = 600;

describe.skipIf(url === "")("precept store copy", () => {
  it("continues after it was killed, and both databases are then equal", { tags: "slow" }, async () => {
    const dir = makeDirectory();
    const schema = `copy_${crypto.randomUUID().slice(0, 8)}`;
    {
      await using source = createSqliteStore({ path: join(dir, "rules.sqlite"), durability: "normal" });
      const rules = Array.from({ length: ruleCount }, (_, at) =>
        createRule({ id: `r${at}`, name: `r${at}`, content: `Text ${at}.` }),
      );
      await source.apply(rules.map((rule) => ({ kind: "save", rule })));
      await source.apply(
        rules.map((rule) => ({ kind: "save", rule: { ...rule, content: "Changed." }, upsert: true, reason: "Why." })),
      );
      await source.recordUse({ ids: ["r1", "r2"], at: "2026-01-01T00:00:00.000Z", tool: "claude" });
    }
    const env = { COPY_TARGET: url };
    const args = ["store", "copy", "sqlite:rules.sqlite", `postgres:COPY_TARGET/${schema}`, "--root", dir];
    const child = spawn(process.execPath, [preceptProgram(), ...args], { env: { ...process.env, ...env }, stdio: "ignore" });
    const exited = once(child, "exit");
    await using target = createPostgresStore({ url, schema });
    const copied = async (): Promise<number> => {
      let count = 0;
      for await (const _ of target.listIds()) count += 1;
      return count;
    };
    await expect.poll(copied, { timeout: 60_000, interval: 5 }).toBeGreaterThan(0);
    child.kill("SIGKILL");
    await exited;
    const before = await copied();
    const { code, out } = await runPrecept([...args, "--json"], env);
    const report = JSON.parse(out) as { copied: number; equal: number; verified: { from: string; to: string; rules: number } };
    expect(report).toMatchObject({ equal: before, copied: ruleCount - before, conflicts: [], rejected: [] });
    expect(report.verified).toEqual({ from: report.verified.to, to: report.verified.from, rules: ruleCount });
    expect(code).toBe(0);
    expect((await target.usage(["r1"])).get("r1")).toMatchObject({ count: 1, tools: { claude: 1 } });
    expect((await target.search({ text: "changed", mode: "sparse", limit: 1 })).total).toBe(ruleCount);
  });

  it("says what doctor finds in the database", async () => {
    const dir = makeDirectory();
    await mkdir(join(dir, ".precept"));
    await writeFile(join(dir, ".precept/config.yaml"), "store: { postgres: { urlEnv: COPY_TARGET, schema: no_tables } }\n");
    const { out } = await runPrecept(["doctor", "--root", dir], { COPY_TARGET: url, PRECEPT_TRUSTED_DIRS: dir });
    expect(out).toMatch(/database +PostgreSQL \d+\.\d+ answers, and has /);
  });
});
