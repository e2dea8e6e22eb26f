import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import autocannon from "autocannon";
import type { ServedHttp } from "../children/serve-http.ts";
import { summarise, type Pair } from "../measure.ts";
import { formatCount, formatTime, type Row } from "../report.ts";
import { ResultMismatch } from "../result-mismatch.ts";

const sizes = [100, 10_000];
const rounds = 7;

/** Seconds of load in each round. */
const duration = 2;
const connections = 20;

/**
 * Measures the CPU time of the server for `POST /resolve`, against the same server with a constant answer to the same request, and against `/healthz`. Unlike
 * requests per second, it does not depend on what else the machine does.
 */
export async function benchHttp(): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const size of sizes) rows.push(...(await benchSize(size)));
  return rows;
}

async function benchSize(size: number): Promise<readonly Row[]> {
  const program = fileURLToPath(new URL("../children/serve-http.ts", import.meta.url));
  const child = spawn(process.execPath, ["--conditions=@precept/source", program, String(size)], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines = createInterface({ input: child.stdout });
  const nextLine = async (): Promise<string> => ((await once(lines, "line")) as [string])[0];
  const { resolve, constant, body } = JSON.parse(await nextLine()) as ServedHttp;
  const cpuTime = async (): Promise<number> => {
    child.stdin.write("\n");
    return Number(await nextLine());
  };
  const targets: readonly Target[] = [
    { url: `${resolve}/api/v1/resolve`, body },
    { url: `${constant}/api/v1/resolve`, body },
    { url: `${resolve}/healthz` },
  ];
  // In turn, so that other load on the machine affects all of them.
  const measured: number[][] = [];
  for (let round = -1; round < rounds; round += 1) {
    const times: number[] = [];
    for (const target of targets) {
      const before = await cpuTime();
      const requests = await sendRequests(target);
      times.push(((await cpuTime()) - before) / requests);
    }
    if (round >= 0) measured.push(times);
  }
  child.stdin.end();
  await once(child, "exit");
  const limit = size === 100 ? 2.5 : undefined;
  return [
    toRow(size, measured, 1, "the same request with a constant answer", 1.67),
    toRow(size, measured, 2, "GET /healthz", limit),
  ];
}

interface Target {
  readonly url: string;
  readonly body?: string;
}

/** Sends requests for a while. Returns how many were answered. */
async function sendRequests({ url, body }: Target): Promise<number> {
  const post = { method: "POST" as const, body: body ?? "", headers: { "content-type": "application/json" } };
  const result = await autocannon({ url, connections, duration, ...(body !== undefined && post) });
  if (result.non2xx > 0 || result.errors > 0)
    throw new ResultMismatch(`${url}: ${result.non2xx + result.errors} requests failed.`);
  return result.requests.total;
}

/** @param measured microseconds a request. @param limit the maximum ratio of the times. Default: none. */
function toRow(size: number, measured: readonly (readonly number[])[], column: number, against: string, limit?: number): Row {
  const pairs = measured.map((times): Pair => ({ precept: (times[0] ?? 0) / 1000, baseline: (times[column] ?? 0) / 1000 }));
  const { precept, baseline, timeRatio } = summarise(pairs);
  return {
    bench: "http",
    what: `HTTP resolve, ${formatCount(size)} rules, CPU`,
    precept: formatTime(precept),
    baseline: formatTime(baseline),
    against,
    ratio: timeRatio,
    ...(limit !== undefined && { goal: { kind: "times" as const, limit } }),
  };
}
