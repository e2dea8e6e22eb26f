import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { createClient, type PreceptClient } from "@precept/client";
import { Random } from "@precept/testing/random";
import { startServerProcess, type ServerProcess } from "@precept/testing/server-process";
import type { Round } from "../trial.ts";
import { EventReader } from "./event-reader.ts";
import { RuleWriter } from "./rule-writer.ts";

const writers = 4;

/** Kills a server with SIGKILL at a random moment under writes, restarts it, and compares what it has with what it acknowledged. */
export async function runRound(seed: number): Promise<Round> {
  const random = new Random(seed);
  const dir = await mkdtemp(join(tmpdir(), "precept-server-kills-"));
  try {
    const root = join(dir, "project");
    await Promise.all([mkdir(join(root, ".precept"), { recursive: true }), mkdir(join(dir, "home"))]);
    await writeFile(join(root, ".precept/config.yaml"), "store:\n  sqlite: true\n");
    const options = { args: ["--root", root], home: join(dir, "home") };
    const first = await startServerProcess(options);
    const events = new EventReader(first.url);
    await events.connected;
    const all = Array.from(
      { length: writers },
      (_, number) => new RuleWriter(`w${number}`, createClient({ url: first.url }), random),
    );
    const writing = Promise.all(all.map((writer) => writer.run()));
    await setTimeout(50 + random.next() * 600);
    for (const writer of all) writer.stop();
    await first.stop("SIGKILL");
    await writing;
    const lastEventId = await events.end();
    await using second = await startServerProcess(options);
    return await compare(second, all, lastEventId);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

async function compare(server: ServerProcess, all: readonly RuleWriter[], lastEventId: string): Promise<Round> {
  const client = createClient({ url: server.url });
  const failures: string[] = [];
  for (const writer of all) failures.push(...(await writer.findLostWrites(client)));
  const events = new EventReader(server.url, lastEventId);
  await events.connected;
  const continued = await continueWith(events, client);
  await events.end();
  if (continued === "nothing") failures.push("no event followed the restart");
  const acknowledged = all.reduce((sum, writer) => sum + writer.acknowledged, 0);
  return { counts: { "acknowledged writes": acknowledged, [`continued with ${continued}`]: 1 }, failures };
}

/** How long the news of a write may take, in milliseconds. */
const eventLimitMs = 10_000;

/** Returns what follows the restart: further events, or the message that they cannot continue. */
async function continueWith(events: EventReader, client: PreceptClient): Promise<"events" | "reset" | "nothing"> {
  await client.rules.create({ name: "after-restart", description: "A rule.", content: "Text.", scope: "project" });
  const first = await Promise.race([events.first, setTimeout(eventLimitMs).then(() => undefined)]);
  if (first === undefined) return "nothing";
  return first.type === "reset" ? "reset" : "events";
}
