import { Random } from "@precept/testing/random";
import { openWorkspace } from "@precept/workspace";
import type { Round, Size } from "../trial.ts";
import { agesOf, compareBreaches } from "./compare.ts";
import { cut, disturb } from "./damage.ts";
import { generateSession, type GeneratedSession } from "./generate.ts";
import { importLarge } from "./import-large.ts";
import { TrialProject, type FoundRule } from "./project-under-trial.ts";
import { runHooks, type AnsweredStep } from "./run-hooks.ts";
import { writeClaudeCode, writeCodex, type Transcript } from "./write-transcripts.ts";

const sizes: Readonly<Record<Size, number>> = { sample: 2, full: 100 };

/** When the first session begins. */
const start = Date.UTC(2026, 0, 31, 8);

/**
 * Records sessions with known breaches by hooks, writes the same sessions as transcripts of two agents, and imports those. `precept
 * adherence` must find each breach and no other, whatever the source, unless a transcript was cut.
 */
export async function runRound(seed: number, size: Size): Promise<Round> {
  const random = new Random(seed);
  const sessions = Array.from({ length: sizes[size] }, (_, at) => generateSession(random, `s${seed}-${at}`));
  using hooked = new TrialProject();
  const answered = await recordByHooks(hooked, sessions);
  const found = await hooked.adherence();
  const failures = [...compareBreaches("hooks", sessions, found)];
  for (const [agent, write] of Object.entries({ "Claude Code": writeClaudeCode, Codex: writeCodex })) {
    failures.push(...(await importAll(agent, sessions, answered, write, random)));
  }
  failures.push(...(await compareAges(sessions, answered, found)), ...(await completeHooks(hooked, sessions, answered, found)));
  if (size === "full") failures.push(...(await importLarge(50_000_000)));
  const breaches = found.reduce((sum, rule) => sum + rule.breaches.length, 0);
  return { counts: { sessions: sessions.length, breaches }, failures };
}

async function recordByHooks(
  project: TrialProject,
  sessions: readonly GeneratedSession[],
): Promise<ReadonlyMap<string, readonly AnsweredStep[]>> {
  await using workspace = await openWorkspace(project.dir, { home: `${project.dir}/no-home` });
  let now = start;
  const clock = (): number => (now += 1000);
  const answered = new Map<string, readonly AnsweredStep[]>();
  for (const session of sessions) answered.set(session.id, await runHooks(workspace, session, clock));
  return answered;
}

type Write = (session: string, cwd: string, steps: readonly AnsweredStep[]) => Transcript;

/** Imports the sessions as one agent writes them: as they are, disturbed, and cut. */
async function importAll(
  agent: string,
  sessions: readonly GeneratedSession[],
  answered: ReadonlyMap<string, readonly AnsweredStep[]>,
  write: Write,
  random: Random,
): Promise<readonly string[]> {
  const failures: string[] = [];
  for (const isDisturbed of [false, true]) {
    using project = new TrialProject();
    for (const { id } of sessions) {
      const { main, subagents } = write(id, project.dir, answered.get(id) ?? []);
      const text = (lines: readonly string[]): string => `${(isDisturbed ? disturb(lines, random) : lines).join("\n")}\n`;
      project.write(`t/${id}.jsonl`, text(main));
      for (const [name, lines] of subagents) project.write(`t/${id}/subagents/agent-${name}.jsonl`, text(lines));
    }
    const source = `${agent}${isDisturbed ? ", disturbed" : ""}`;
    const first = await project.import("t");
    if (first.length !== sessions.length)
      failures.push(`${source}: ${first.length} of ${sessions.length} sessions were imported`);
    const unread = first.filter(({ problems }) => problems.damaged > 0 || Object.keys(problems.unknown).length > 0);
    if (unread.length > 0 !== isDisturbed) failures.push(`${source}: ${unread.length} sessions have diagnostics`);
    failures.push(...compareBreaches(source, sessions, await project.adherence()));
    const changed = (await project.import("t")).filter(({ outcome }) => outcome !== "unchanged");
    if (changed.length > 0) failures.push(`${source}: ${changed.length} sessions changed when they were imported again`);
  }
  failures.push(...(await importCut(agent, sessions, answered, write, random)));
  return failures;
}

/** A cut transcript gives an answer with diagnostics, and no breach that the session does not have. */
async function importCut(
  agent: string,
  sessions: readonly GeneratedSession[],
  answered: ReadonlyMap<string, readonly AnsweredStep[]>,
  write: Write,
  random: Random,
): Promise<readonly string[]> {
  using project = new TrialProject();
  const failures: string[] = [];
  for (const { id } of sessions) {
    const { text } = cut(write(id, project.dir, answered.get(id) ?? []).main, random);
    project.write(`t/${id}.jsonl`, text);
  }
  const imported = await project.import("t");
  const silent = imported.filter(({ problems }) => problems.damaged === 0);
  if (silent.length > 0) failures.push(`${agent}, cut: ${silent.length} sessions have no diagnostics`);
  for (const { name, breaches } of await project.adherence()) {
    for (const { id, breaches: expected } of sessions) {
      const own = breaches.filter(({ session }) => session === id).length;
      // The text before the cut can look like an answer.
      if (name !== "summary" && own > expected[name].length)
        failures.push(`${agent}, cut: ${name} has too many breaches in ${id}`);
    }
  }
  return failures;
}

/** What hooks added is in the transcript of Claude Code, so that rules are as old as the hooks' records say. */
async function compareAges(
  sessions: readonly GeneratedSession[],
  answered: ReadonlyMap<string, readonly AnsweredStep[]>,
  found: readonly FoundRule[],
): Promise<readonly string[]> {
  using project = new TrialProject();
  for (const { id } of sessions) {
    const { main, subagents } = writeClaudeCode(id, project.dir, answered.get(id) ?? []);
    project.write(`t/${id}.jsonl`, `${main.join("\n")}\n`);
    for (const [name, lines] of subagents) project.write(`t/${id}/subagents/agent-${name}.jsonl`, `${lines.join("\n")}\n`);
  }
  await project.import("t");
  const isSubagent = subagentTimes(answered);
  const own = (ages: readonly string[]): readonly string[] =>
    ages.filter((age) => ![...isSubagent].some((at) => age.includes(at)));
  const [expected, actual] = [own(agesOf(found)), own(agesOf(await project.adherence()))];
  const differing = expected.filter((age) => !actual.includes(age));
  return differing.length === 0 ? [] : [`ages differ: ${differing.slice(0, 3).join("; ")}`];
}

/** The times of what subagents did. The contexts of their hooks are in no transcript. */
function subagentTimes(answered: ReadonlyMap<string, readonly AnsweredStep[]>): ReadonlySet<string> {
  const steps = [...answered.values()].flat();
  return new Set(steps.flatMap(({ step, at }) => ("subagent" in step ? [at] : [])));
}

/** An import of sessions that hooks recorded adds no breach and no occasion. */
async function completeHooks(
  project: TrialProject,
  sessions: readonly GeneratedSession[],
  answered: ReadonlyMap<string, readonly AnsweredStep[]>,
  found: readonly FoundRule[],
): Promise<readonly string[]> {
  for (const { id } of sessions) {
    project.write(`t/${id}.jsonl`, `${writeClaudeCode(id, project.dir, answered.get(id) ?? []).main.join("\n")}\n`);
  }
  const imported = await project.import("t");
  const added = imported.filter(({ outcome }) => outcome !== "completed");
  const isSame = JSON.stringify(await project.adherence()) === JSON.stringify(found);
  return [
    ...(added.length === 0 ? [] : [`${added.length} sessions that hooks recorded are not completed`]),
    ...(isSame ? [] : ["importing sessions that hooks recorded changes what adherence says"]),
  ];
}
