import { parseArgs } from "node:util";
import {
  agentActions,
  agentSessions,
  findHits,
  isHeldOut,
  scoreSessions,
  scoreStarters,
  type ActionHits,
  type StarterScore,
} from "@precept/agent-actions";
import { formatCount, formatShare } from "../report.ts";
import { describeNoise, measureNoise } from "./noise.ts";

const { values } = parseArgs({
  options: {
    path: { type: "string", default: "node_modules/.pnpm" },
    lines: { type: "string", default: "3000000" },
    samples: { type: "boolean", default: false },
    missed: { type: "boolean", default: false },
    starter: { type: "string" },
  },
});

const results = findHits(agentActions);
const seen = results.filter(({ action }) => !isHeldOut(action));
const heldOut = results.filter(({ action }) => isHeldOut(action));
const dangerous = agentActions.filter((action) => action.dangerous).length;
console.log(`${formatCount(dangerous)} dangerous and ${formatCount(agentActions.length - dangerous)} harmless actions\n`);
console.log(describeScores());
if (values.missed) console.log(`\n${describeMistakes()}`);
const lines = Number(values.lines);
if (lines > 0) console.log(`\n${describeNoise(await measureNoise(values.path, lines, values.samples ? 20 : 0))}`);

function describeScores(): string {
  const sessions = [false, true].map((isOther) =>
    scoreSessions(agentSessions.filter((session) => isHeldOut(session) === isOther)),
  );
  const all = [
    ...scoreStarters(seen).map((score, at) => [score, scoreStarters(heldOut)[at]] as const),
    [sessions[0] as StarterScore, sessions[1]] as const,
  ];
  const head = `${"starter".padEnd(24)}${"recall".padEnd(22)}${"held out".padEnd(22)}${"precision".padEnd(22)}held out`;
  return [head, ...all.flatMap(([own, other]) => (other === undefined ? [] : [rowOf(own, other)]))].join("\n");
}

function rowOf(own: StarterScore, other: StarterScore): string {
  const recalls = [own, other].map(({ found, dangerous: all }) => share(found, all));
  const precisions = [own, other].map(({ rightHits, hits }) => share(rightHits, hits));
  return [own.starter.padEnd(24), ...recalls, ...precisions].join("").trimEnd();
}

/** Lists the mistakes, except those of the part that is held out. */
function describeMistakes(): string {
  return seen
    .filter(isMistake)
    .filter(({ action }) => values.starter === undefined || action.starter === values.starter)
    .map(
      ({ action, hits }) =>
        `${action.dangerous ? "!" : "="} ${action.starter} ${hits.map(({ policy }) => policy).join(",")} ${JSON.stringify(action.action)}`,
    )
    .join("\n");
}

function share(part: number, whole: number): string {
  return (whole === 0 ? "none" : `${formatShare(part / whole)} (${part} of ${whole})`).padEnd(22);
}

function isMistake({ action, hits }: ActionHits): boolean {
  return action.dangerous ? hits.every(({ starter }) => starter !== action.starter) : hits.length > 0;
}
