import { agentActions } from "@precept/agent-actions";
import { Random } from "@precept/testing/random";
import type { Round, Size } from "../trial.ts";
import { describeDifference, sendActions } from "./run.ts";

const actions: Readonly<Record<Size, number>> = { sample: 4, full: 200 };

/** Sends random actions in every shape of every host to the code of `precept hook`. All shapes of an action must have the same outcome. */
export async function runRound(seed: number, size: Size): Promise<Round> {
  const counts = { actions: 0, shapes: 0, stopped: 0 };
  const failures: string[] = [];
  for await (const outcome of sendActions(new Random(seed).shuffle(agentActions).slice(0, actions[size]))) {
    counts.actions += 1;
    counts.shapes += outcome.shapes.length;
    counts.stopped += outcome.shapes.filter(({ outcome: what }) => what !== "passed").length;
    const difference = describeDifference(outcome);
    if (difference !== undefined) failures.push(difference);
  }
  if (counts.stopped === 0) failures.push("no action was stopped");
  return { counts, failures };
}
