import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ResolvedTenant } from "../children/resolve-tenant.ts";
import { runChild } from "../children/run-child.ts";
import { summarise } from "../measure.ts";
import { formatBytes, formatCount, formatTime, type Row } from "../report.ts";
import { ResultMismatch } from "../result-mismatch.ts";
import { isSeen, tenantRules, writeDatabase, type TenantCounts } from "../tenant-rules.ts";

const counts: TenantCounts = { rules: Number(process.env["PRECEPT_BENCH_RULES"] ?? 1_000_000), projects: 1000, users: 5000 };

const rounds = 7;

/** Measures the requests of one tenant in a database of many, against a database with the tenant's own rules alone. */
export async function benchTenants(): Promise<readonly Row[]> {
  const dir = await mkdtemp(join(tmpdir(), "precept-bench-"));
  try {
    const all = await writeDatabase(dir, "all.sqlite", tenantRules(counts));
    const alone = await writeDatabase(
      dir,
      "alone.sqlite",
      [...tenantRules(counts)].filter((rule) => isSeen(rule)),
    );
    const pairs: { readonly all: ResolvedTenant; readonly alone: ResolvedTenant }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      // In turn, each in a new process, so that other load on the machine affects both.
      pairs.push({ all: await measure(all.path), alone: await measure(alone.path) });
    }
    const [{ all: one, alone: other } = { all: undefined, alone: undefined }] = pairs;
    if (one?.answer !== other?.answer) throw new ResultMismatch(`${one?.answer} among many tenants, ${other?.answer} alone.`);
    const against = `the tenant's ${formatCount(alone.count)} rules alone`;
    const row = (
      what: string,
      of: (measured: ResolvedTenant) => number,
      format: (value: number) => string,
      limit?: number,
    ): Row => {
      const measured = summarise(pairs.map((pair) => ({ precept: of(pair.all), baseline: of(pair.alone) })));
      return {
        bench: "tenants",
        what: `${what}, 1 of ${formatCount(counts.projects)} projects, ${formatCount(all.count)} rules`,
        precept: format(measured.precept),
        baseline: format(measured.baseline),
        against,
        ratio: measured.timeRatio,
        ...(limit !== undefined && { goal: { kind: "times" as const, limit } }),
      };
    };
    return [
      row("resolve", ({ later }) => later, formatTime, 1.1),
      row("first request", ({ first }) => first, formatTime),
      row("resident memory", ({ resident }) => resident, formatBytes, 1.5),
    ];
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

async function measure(path: string): Promise<ResolvedTenant> {
  return runChild<ResolvedTenant>("resolve-tenant", [path], ["--expose-gc"]);
}
