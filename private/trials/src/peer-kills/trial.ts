import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { createSqliteStore } from "@precept/store-sqlite";
import { Random } from "@precept/testing/random";
import type { Round } from "../trial.ts";
import { ClientProcess } from "./client-process.ts";
import { Follower } from "./follower.ts";

/**
 * Kills two clients of one database at random moments and starts them again. Both subscribers must have the rules and the position of the database in
 * the end, and no accepted write may be lost.
 */
export async function runRound(seed: number): Promise<Round> {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), "precept-peers-")));
  try {
    return await killClients(join(dir, "rules.db"), new Random(seed));
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/** A client with the subscriber that outlives it. */
interface Participant {
  readonly name: string;
  readonly follower: Follower;
  client: ClientProcess;
}

async function killClients(path: string, random: Random): Promise<Round> {
  const nextSeed = (): number => random.below(1e9);
  // Created before the clients, so that their subscribers start with an empty database.
  await using store = createSqliteStore({ path });
  const start = await store.etag();
  const participants: Participant[] = [];
  try {
    for (const name of ["one", "two"]) {
      const follower = new Follower(start);
      participants.push({ name, follower, client: await startClient(path, nextSeed(), follower) });
    }
    for (let kills = 0; kills < 4; kills += 1) {
      await setTimeout(20 + random.next() * 150);
      const participant = participants[random.chance(0.5) ? 0 : 1] as Participant;
      await participant.client.kill();
      await setTimeout(random.next() * 50);
      participant.client = await startClient(path, nextSeed(), participant.follower);
    }
    await setTimeout(50);
    // The second time, neither writes any more.
    for (const { client } of participants) await client.ask({ kind: "stop" });
    for (const { name, client, follower } of participants) {
      await follower.catchUp(client);
      const end = await client.ask({ kind: "stop" });
      if (end.kind === "stopped") follower.compare(name, end);
      if (end.kind === "stopped" && end.token !== (await store.etag())) follower.failures.push(`${name} has another position`);
    }
    const lost = await findLost(
      store,
      participants.flatMap(({ follower }) => follower.saved),
    );
    return {
      counts: {
        "accepted writes": participants.reduce((sum, { follower }) => sum + follower.saved.length, 0),
        "published changes": participants.reduce((sum, { follower }) => sum + follower.changes, 0),
        "missed changes, read later": participants.reduce((sum, { follower }) => sum + follower.gaps, 0),
      },
      failures: [...participants.flatMap(({ follower }) => follower.failures), ...lost],
    };
  } finally {
    for (const { client } of participants) await client.kill();
  }
}

/** Starts a client, whose subscriber continues at its own position. */
async function startClient(path: string, seed: number, follower: Follower): Promise<ClientProcess> {
  const client = new ClientProcess(path, seed, (line) => {
    const { gaps } = follower;
    follower.onLine(line);
    // Rejects if the client is killed. The next one is asked again.
    if (follower.gaps > gaps) void follower.catchUp(client).catch(() => undefined);
  });
  await client.wait("ready");
  await follower.catchUp(client);
  return client;
}

async function findLost(
  store: ReturnType<typeof createSqliteStore>,
  saved: readonly (readonly [id: string, revision: string])[],
): Promise<readonly string[]> {
  const written = new Set<string>();
  for (const id of new Set(saved.map(([of]) => of)))
    for await (const { revision } of store.history(id)) written.add(`${id} ${revision}`);
  return saved.filter(([id, revision]) => !written.has(`${id} ${revision}`)).map(([id, revision]) => `lost ${id} ${revision}`);
}
