import type { Round, Size } from "../trial.ts";
import { attackSharedSession } from "./run.ts";

/** Tries to get the agent's memory as a shared session, over every route, in a random project. In a sample, each route gets one random token, and MCP two of four endpoints. */
export async function runRound(seed: number, size: Size): Promise<Round> {
  const { leaks, outputs, log } = await attackSharedSession(seed, size);
  if (outputs < 1000) return { counts: { outputs }, failures: [`only ${outputs} outputs were searched`] };
  const lines = leaks.slice(0, 5).map(({ source, what, excerpt }) => `${what} in ${source}: ${JSON.stringify(excerpt)}`);
  return { counts: { outputs }, failures: leaks.length === 0 ? [] : [[...lines, ...log].join("\n")] };
}
