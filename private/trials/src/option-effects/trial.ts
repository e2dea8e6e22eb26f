import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Random } from "@precept/testing/random";
import type { Round, Size } from "../trial.ts";
import { pairs, type Pair } from "./calls.ts";
import { askServer, askMcp } from "./long-running.ts";
import { createTemplate, outcomeIn } from "./project.ts";

/** How many pairs of a command and an option a sample tries, and how many commands a full round. */
const sample = 3;
const step = 10;

const commands = [...new Set(pairs.map(({ command }) => command))];

/**
 * Calls commands without and with an option that all commands share: the option changes what the command prints or
 * writes, or the command refuses it. A full round tries ten commands with all options, the next round the next ten.
 */
export async function runRound(seed: number, size: Size): Promise<Round> {
  const counts = { pairs: 0, effects: 0, refusals: 0 };
  const failures: string[] = [];
  const base = await mkdtemp(join(tmpdir(), "precept-options-"));
  try {
    const template = join(base, "template");
    await createTemplate(template);
    for (const pair of selectPairs(seed, size)) {
      const found = await tryPair(pair, template, join(base, "copy"));
      counts.pairs += 1;
      if (found === "effect") counts.effects += 1;
      else if (found === "refused") counts.refusals += 1;
      else failures.push(`precept ${pair.with.join(" ")}: ${found}`);
    }
  } finally {
    await rm(base, { recursive: true, force: true });
  }
  return { counts, failures };
}

function selectPairs(seed: number, size: Size): readonly Pair[] {
  if (size === "sample") return new Random(seed).shuffle(pairs).slice(0, sample);
  const first = (seed * step) % commands.length;
  const chosen = new Set(Array.from({ length: step }, (_, at) => commands[(first + at) % commands.length]));
  return pairs.filter(({ command }) => chosen.has(command));
}

/** A hook event of a conversation that begins. */
const payload = JSON.stringify({ hook_event_name: "SessionStart", source: "startup", session_id: "s" });

async function tryPair(pair: Pair, template: string, copy: string): Promise<string> {
  const { command, option } = pair;
  const outcomeOf = outcomesOf(pair, template, copy);
  const withOption = await outcomeOf(pair.with);
  if (withOption.includes(`${option} has no effect on \`precept ${command}\`.`)) return "refused";
  if (withOption !== (await outcomeOf(pair.without))) return "effect";
  return `it is accepted and has no effect:\n${withOption}`;
}

/** How a command is called: in a process of its own if it serves until it is stopped. */
function outcomesOf({ command, option }: Pair, template: string, copy: string): (args: readonly string[]) => Promise<string> {
  if (command === "mcp") return ([, ...args]) => askMcp(template, copy, args);
  if (command === "serve" && option === "--user") return ([, ...args]) => askServer(template, copy, args);
  return (args) => outcomeIn(template, copy, args, payload);
}
