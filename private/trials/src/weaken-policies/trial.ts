import { Random } from "@precept/testing/random";
import type { Round, Size } from "../trial.ts";
import { listTrials, type Attempt } from "./attempts.ts";
import { listStarterCases } from "./starter-cases.ts";

/** How many ways a round tries, and on how many policies. */
const sizes = { sample: { ways: 6, policies: 2 }, full: { ways: 1, policies: Infinity } };

/** Tries to weaken starter policies over MCP and REST, and in the files of a project. No attempt may succeed without a report. */
export async function runRound(seed: number, size: Size): Promise<Round> {
  const { ways, policies } = sizes[size];
  const random = new Random(seed);
  const all = listTrials();
  const cases = listStarterCases();
  const chosen = ways === 1 ? [all[seed % all.length]].filter((one) => one !== undefined) : random.shuffle(all).slice(0, ways);
  const attempts: Attempt[] = [];
  for (const { run } of chosen) attempts.push(...(await run(random.shuffle(cases).slice(0, policies))));
  const weakened = attempts.filter(({ verdict }) => verdict === "unseen");
  return { counts: { attempts: attempts.length }, failures: weakened.map(({ policy, way }) => `${policy}: ${way}`) };
}
