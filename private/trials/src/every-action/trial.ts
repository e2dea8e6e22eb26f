import { agentActions } from "@precept/agent-actions";
import { Random } from "@precept/testing/random";
import type { Round, Size } from "../trial.ts";
import { describeDifference, sendActions } from "./run.ts";

/** How many dangerous and how many harmless actions a round sends. */
const actions: Readonly<Record<Size, readonly [dangerous: number, harmless: number]>> = { sample: [2, 1], full: [120, 80] };

/** Sends random actions in every shape of every host to the code of `precept hook`. All shapes of an action must have the same outcome. */
export async function runRound(seed: number, size: Size): Promise<Round> {
  const counts = { actions: 0, shapes: 0, stopped: 0 };
  const failures: string[] = [];
  const drawn = new Random(seed).shuffle(agentActions);
  const [dangerous, harmless] = actions[size];
  const sent = [
    ...drawn.filter((one) => one.dangerous).slice(0, dangerous),
    ...drawn.filter((one) => !one.dangerous).slice(0, harmless),
  ];
  for await (const outcome of sendActions(sent)) {
    counts.actions += 1;
    counts.shapes += outcome.shapes.length;
    counts.stopped += outcome.shapes.filter(({ outcome: what }) => what !== "passed").length;
    const difference = describeDifference(outcome);
    if (difference !== undefined) failures.push(difference);
  }
  // The few of a sample can all be actions that no policy stops.
  if (size === "full" && counts.stopped === 0) failures.push("no action was stopped");
  return { counts, failures };
}
