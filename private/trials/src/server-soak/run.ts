import { setTimeout } from "node:timers/promises";
import { startServerProcess } from "@precept/testing/server-process";
import { createClient } from "@precept/client";
import { createChangingProject, versionPattern } from "./project.ts";
import { loadServer } from "./load.ts";

export interface SoakOptions {
  readonly seconds: number;
  readonly rules: number;
  readonly connections: number;
}

interface SoakResult {
  readonly requests: number;
  readonly edits: number;
  readonly failures: readonly string[];
}

/** After what time a change on disk must have reached clients, in milliseconds. The machine is under full load. */
const changeLimitMs = 10_000;

/** In a shorter run, most of the memory is still being warmed up. */
const minGrowthSeconds = 120;

/** How much the memory of the second half may exceed that of the first one, apart from a warm-up of three tenths. */
const maxGrowth = 1.15;

/** The load comes from one address. */
const limitless = {
  PRECEPT_SERVER_LIMITS_REQUESTS_PER_MINUTE: "100000000",
  PRECEPT_SERVER_LIMITS_CONCURRENCY_PER_CLIENT: "1000",
  PRECEPT_SERVER_LOG_LEVEL: "warn",
};

/** Loads a server while a rule changes every second. Each answer must have a version that was current while the request was answered. */
export async function runSoak({ seconds, rules, connections }: SoakOptions): Promise<SoakResult> {
  await using project = await createChangingProject(rules);
  await using server = await startServerProcess({ args: ["--root", project.dir], home: project.home, env: limitless });
  const failures: string[] = [];
  /** The newest version on disk, and the newest that an event has announced. */
  const versions = { written: 0, announced: 0 };
  const end = new AbortController();

  const client = createClient({ url: server.url });
  const following = (async () => {
    for await (const event of client.events({ types: ["rules_changed"], signal: end.signal })) {
      if (event.type === "reset") failures.push(`the events could not continue: ${JSON.stringify(event.data)}`);
      else if (event.type === "rules_changed") versions.announced = await readVersion(client);
    }
  })().catch((error: unknown) => {
    if (!end.signal.aborted) failures.push(`the events failed: ${String(error)}`);
  });

  const load = loadServer({
    url: server.url,
    seconds,
    connections,
    floor: () => versions.announced,
    check(text, floor) {
      const version = Number(versionPattern.exec(text)?.[1] ?? Number.NaN);
      if (version >= floor && version <= versions.written) return;
      failures.push(`version ${version} instead of ${floor} to ${versions.written}: ${text.slice(0, 200)}`);
    },
    fail: (reason) => failures.push(reason),
  });

  const expectEvent = async (version: number): Promise<void> => {
    const until = Date.now() + changeLimitMs;
    while (versions.announced < version && Date.now() < until) await setTimeout(50);
    if (versions.announced < version) failures.push(`no event for version ${version}`);
  };
  const announced: Promise<void>[] = [];
  /** After each tenth of the time. */
  const residentMiB: number[] = [];
  const start = Date.now();
  while (Date.now() - start < seconds * 1000) {
    await setTimeout(1000);
    // Before the file is written, since a request can be answered in between.
    versions.written += 1;
    const version = versions.written;
    await project.writeVersion(version);
    announced.push(expectEvent(version));
    if (Date.now() - start < ((residentMiB.length + 1) * seconds * 1000) / 10) continue;
    residentMiB.push(Math.round((await server.residentBytes()) / 1_048_576));
  }
  const { requests } = await load;
  await Promise.all(announced);
  const last = await readVersion(client);
  if (last !== versions.written) failures.push(`version ${last} at the end instead of ${versions.written}`);
  end.abort();
  await following;
  if (seconds >= minGrowthSeconds) failures.push(...findGrowth(residentMiB));
  return { requests, edits: versions.written, failures };
}

async function readVersion(client: ReturnType<typeof createClient>): Promise<number> {
  const { prompt } = await client.resolve({ files: ["src/part-7/cart.tsx"] });
  return Number(versionPattern.exec(prompt)?.[1] ?? Number.NaN);
}

function findGrowth(residentMiB: readonly number[]): readonly string[] {
  const before = Math.max(...residentMiB.slice(3, 6));
  const after = Math.max(...residentMiB.slice(7));
  return after > before * maxGrowth ? [`the memory grew from ${before} to ${after} MiB`] : [];
}
