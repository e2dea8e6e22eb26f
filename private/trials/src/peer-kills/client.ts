import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";
import { createRule, PreceptError, type RuleWrite } from "@precept/core";
import { createSqliteStore } from "@precept/store-sqlite";
import { Random } from "@precept/testing/random";
import type { Command, Line } from "./lines.ts";

// A client of a database that another one uses too: `client.ts PATH SEED`. Writes a few rules at random until it receives a command to stop, or is
// killed. Prints each event and each write that was accepted, and answers commands.

const [path = "", seed = "1"] = process.argv.slice(2);
const random = new Random(Number(seed));
const store = createSqliteStore({ path, watch: true, pollMs: 2 });
const stopped = new AbortController();

function print(line: Line): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

store.subscribe((event) => print({ kind: "event", event }));
const commands = createInterface({ input: process.stdin });
commands.on("line", (line) => void answer(JSON.parse(line) as Command));
print({ kind: "ready", token: await store.etag() });
const writing = writeUntilStopped();

async function answer(command: Command): Promise<void> {
  if (command.kind === "since") {
    print({ kind: "since", changes: await store.changesSince(command.token) });
    return;
  }
  stopped.abort();
  await writing;
  await store.reload();
  const revisions: [string, string][] = [];
  for await (const { id, revision } of store.listIds()) revisions.push([id, revision]);
  print({ kind: "stopped", token: await store.etag(), revisions });
}

async function writeUntilStopped(): Promise<void> {
  for (let step = 0; !stopped.signal.aborted; step += 1) {
    try {
      if (random.chance(0.2)) await writeTogether(step);
      else await writeOne(step);
    } catch (error) {
      // The other client was faster.
      if (!PreceptError.is(error, "RULE_CONFLICT")) throw error;
    }
    if (random.chance(0.3)) await setTimeout(1);
  }
}

async function writeOne(step: number): Promise<void> {
  const write = randomWrite(step);
  const current = await store.get(write.kind === "save" ? write.rule.id : write.id);
  if (write.kind === "delete") {
    await store.delete(write.id, current && { revision: current.revision });
    return;
  }
  const { rule, revision } = await store.save(write.rule, { revision: current?.revision });
  print({ kind: "saved", saved: [[rule.id, revision]] });
}

/** Several writes in one transaction. */
async function writeTogether(step: number): Promise<void> {
  const saved = await store.apply([randomWrite(step), randomWrite(step), randomWrite(step)]);
  print({ kind: "saved", saved: saved.map(({ rule, revision }) => [rule.id, revision]) });
}

function randomWrite(step: number): RuleWrite {
  const id = `rule-${random.below(12)}`;
  if (random.chance(0.25)) return { kind: "delete", id };
  const rule = createRule({ id, name: id, content: `${seed}:${step} `.repeat(1 + random.below(200)) });
  return { kind: "save", rule, upsert: true };
}
