import { findHits, type Action, type AgentAction, type ActionHits } from "@precept/agent-actions";
import { Random } from "@precept/testing/random";
import type { Round } from "../trial.ts";
import { readHistories } from "./read-history.ts";

/** What an agent does in a day, and how often it may be denied or asked. */
const day = { commands: 250, edits: 150, denied: 1, asked: 3 };

/**
 * Draws the commands and the edits of a day from the histories in the directory `PRECEPT_HISTORIES`, and evaluates all starters for them. Few may be denied
 * or asked. `PRECEPT_HISTORIES_ALL=1` evaluates all of them.
 */
export function runRound(seed: number): Promise<Round> {
  const { PRECEPT_HISTORIES: directory, PRECEPT_HISTORIES_ALL: all } = process.env;
  if (directory === undefined) return Promise.resolve({ counts: { "rounds without PRECEPT_HISTORIES": 1 }, failures: [] });
  const random = new Random(seed);
  const histories = readHistories(directory);
  const commands = [...new Set(histories.flatMap((history) => history.commands))];
  const edits = histories.flatMap((history) => history.edits);
  const isDay = all === undefined;
  const drawn: readonly Action[] = [
    ...random
      .shuffle(commands)
      .slice(0, isDay ? day.commands : commands.length)
      .map((command) => ({ type: "command" as const, command })),
    ...random.shuffle(edits).slice(0, isDay ? day.edits : edits.length),
  ];
  const results = findHits(
    drawn.map((action, at): AgentAction => ({ id: `${at}`, kind: action.type, dangerous: false, starter: "", action })),
  );
  const denied = results.filter(({ hits }) => hits.some(({ effect }) => effect === "TERMINATE"));
  const asked = results.filter((result) => !denied.includes(result) && result.hits.some(({ effect }) => effect === "ASK"));
  const fixed = results.filter((result) => result.hits.some(({ effect }) => effect === "QUICK_FIX"));
  const failures = [
    ...(isDay && denied.length > day.denied ? [`${denied.length} of ${results.length} actions are denied`] : []),
    ...(isDay && asked.length > day.asked ? [`${asked.length} of ${results.length} actions are asked about`] : []),
  ];
  return Promise.resolve({
    counts: {
      commands: drawn.filter(({ type }) => type === "command").length,
      edits: drawn.filter(({ type }) => type === "edit").length,
      denied: denied.length,
      asked: asked.length,
      fixed: fixed.length,
    },
    failures,
    notes: [...describe("denied", denied), ...describe("asked", asked)],
  });
}

function describe(what: string, results: readonly ActionHits[]): readonly string[] {
  return results.map(({ action, hits }) => {
    const policies = hits.filter(({ effect }) => effect === "TERMINATE" || effect === "ASK").map(({ policy }) => policy);
    return `${what} by ${policies.join(" ")}: ${JSON.stringify(action.action).slice(0, 600)}`;
  });
}
