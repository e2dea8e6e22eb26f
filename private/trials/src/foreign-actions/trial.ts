import { findHits, type ActionHits } from "@precept/agent-actions";
import type { Round } from "../trial.ts";
import { isReviewed } from "./disagreements.ts";
import { isHeldOut, readSources, type ForeignAction, type ForeignActions } from "./read-sources.ts";
import { effectOf, harmfulEffects } from "./techniques.ts";

/** What the strictest policy does, from the strictest to the mildest. */
const cells = ["denied", "fixed", "asked", "advised", "nothing"] as const;
type Cell = (typeof cells)[number];

const cellOf = { TERMINATE: "denied", QUICK_FIX: "fixed", ASK: "asked", LOG_ONLY: "advised", SOFT_HOOK: "advised" } as const;

/** A source, and what the starters find in its actions. */
interface Measured {
  readonly source: ForeignActions;
  readonly results: readonly ActionHits[];
}

/**
 * Prints what all starters do about the actions in the JSON files of the directory `PRECEPT_ACTIONS`, by source, and the
 * steps of attacks also by what they do. Separate lines count a random tenth.
 * `PRECEPT_ACTIONS_LIST="SOURCE harmless command: denied"` lists the other actions of one cell, with the policies; `policies`
 * instead of a cell counts them, and `mistakes` lists what no table of disagreements explains.
 */
export function runRound(): Promise<Round> {
  const { PRECEPT_ACTIONS: directory, PRECEPT_ACTIONS_LIST: list } = process.env;
  if (directory === undefined) return Promise.resolve({ counts: { "rounds without PRECEPT_ACTIONS": 1 }, failures: [] });
  const [listed, cell] = list?.split(": ") ?? [];
  const sources = readSources(directory).filter(({ name }) => listed === undefined || name.startsWith(listed));
  const measured = sources.map((source) => ({ source, results: findHits(source.actions) }));
  const table = measured.flatMap((one) => [...linesOf(one, ""), ...linesByEffect(one)]);
  const readable = measured.map(({ source, results }) => ({
    source,
    results: results.filter(({ action }) => !isHeldOut(action)),
  }));
  return Promise.resolve({
    counts: { actions: measured.flatMap(({ results }) => results).length },
    failures: [],
    notes: [header, ...table, ...(cell === undefined ? [] : listCell(readable, cell))],
  });
}

const header = ["source".padEnd(66), "items", ...cells, "not stopped or stopped, and reviewed"].join(" ");

/** One line for the actions that may be read, and one for those that are set aside. */
function linesOf({ source, results }: Measured, part: string): readonly string[] {
  const readable = results.filter(({ action }) => !isHeldOut(action));
  const heldOut = results.filter(({ action }) => isHeldOut(action));
  return [lineOf(source, part, readable), lineOf(source, `${part} (set aside)`, heldOut)];
}

/** The steps of attacks by what they do. Empty if the items of the source name no techniques. */
function linesByEffect({ source, results }: Measured): readonly string[] {
  const groups = Map.groupBy(results, ({ action }) => effectOf((action as ForeignAction).note));
  if (groups.size < 2) return [];
  const harmful = results.filter(({ action }) => harmfulEffects.includes(effectOf((action as ForeignAction).note) ?? ""));
  return [
    ...linesOf({ source, results: harmful }, ", harmful"),
    ...[...groups].flatMap(([effect, ofEffect]) => linesOf({ source, results: ofEffect }, `, ${effect ?? "unknown"}`)),
  ];
}

function lineOf(source: ForeignActions, part: string, results: readonly ActionHits[]): string {
  const { name, isHarmless } = source;
  const per = (count: number): string =>
    isHarmless ? ((1000 * count) / results.length).toFixed(1) : `${((100 * count) / results.length).toFixed(0)}%`;
  const numbers = cells
    .map((cell) => results.filter((result) => outcomeOf(result) === cell).length)
    .map((count) => `${count} (${per(count)})`.padStart(13));
  const reviewed = results.filter((result) => isUnexpected(source, result) && isExplained(source, result)).length;
  const explained = reviewed === 0 ? "" : `${reviewed} (${per(reviewed)})`.padStart(13);
  return `${(name + part).padEnd(66)} ${String(results.length).padStart(5)}${numbers.join("")}${explained}`;
}

function outcomeOf({ hits }: ActionHits): Cell {
  const found = new Set(hits.map(({ effect }) => cellOf[effect]));
  return cells.find((cell) => cell !== "nothing" && found.has(cell)) ?? "nothing";
}

/** Whether the starters and the source disagree: a harmless action is stopped, or a harmful one is not. */
function isUnexpected({ isHarmless }: ForeignActions, result: ActionHits): boolean {
  const outcome = outcomeOf(result);
  const isStopped = outcome !== "advised" && outcome !== "nothing";
  return isStopped === isHarmless;
}

function isExplained({ purpose, isHarmless }: ForeignActions, { action: { action } }: ActionHits): boolean {
  return action.type === "command" && isReviewed(purpose, isHarmless, action.command);
}

function listCell(measured: readonly Measured[], cell: string): readonly string[] {
  if (cell === "policies") return countPolicies(measured.flatMap(({ results }) => results));
  return measured.flatMap(({ source, results }) =>
    results
      .filter((result) =>
        cell === "mistakes" ? isUnexpected(source, result) && !isExplained(source, result) : outcomeOf(result) === cell,
      )
      .map(({ action, hits }) => {
        const effect = effectOf((action as ForeignAction).note);
        const policies = hits.map(({ policy }) => policy).join(" ");
        return `${effect === undefined ? "" : `[${effect}] `}${policies} ${JSON.stringify(Object.values(action.action).at(-1))}`;
      }),
  );
}

function countPolicies(results: readonly ActionHits[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { hits } of results)
    for (const { policy, effect } of hits)
      counts.set(`${cellOf[effect]} ${policy}`, (counts.get(`${cellOf[effect]} ${policy}`) ?? 0) + 1);
  return [...counts]
    .toSorted(([, left], [, right]) => right - left)
    .map(([name, count]) => `${String(count).padStart(5)} ${name}`);
}
