import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Round } from "../trial.ts";
import { findProgram, HostProject } from "./host-project.ts";
import { realHosts, type RealHost } from "./hosts.ts";
import { startModelServer } from "./model-server.ts";
import { ScriptPlayer, type Scripts } from "./script.ts";
import { compactedPrompt, compareDeliveries, firstPrompt, resumedPrompt, sessionFiles, sessionScripts } from "./sessions.ts";
import { verdictCases, verdictFiles } from "./verdicts.ts";

/**
 * Runs one of the agents that are installed on this machine, the first one with the seed 1, with the hooks of `precept install` and a
 * scripted model server. The log of the server is the judge of what the model received.
 */
export async function runRound(seed: number): Promise<Round> {
  const host = realHosts[(seed - 1) % realHosts.length] as RealHost;
  const path = findProgram(host.program);
  if (path === undefined)
    return { counts: { "agents that are not installed": 1 }, failures: [], notes: [`${host.program} is not installed`] };
  const notes = [execFileSync(path, ["--version"], { encoding: "utf8", timeout: 60_000 }).trim()];
  const verdicts = await runVerdicts(host);
  const session = await runSession(host);
  return {
    counts: { agents: 1, verdicts: verdicts.count, requests: session.requests },
    failures: [...verdicts.failures, ...session.failures].map((text) => `${host.program}: ${text}`),
    notes: [...notes, ...verdicts.notes, ...session.notes].map((text) => `${host.program}: ${text}`),
  };
}

interface Found {
  readonly failures: readonly string[];
  readonly notes: readonly string[];
}

/** Starts a model server with a script, and calls back with a function that sends a prompt to the host. */
async function play(
  host: RealHost,
  project: HostProject,
  scripts: Scripts,
  act: (prompt: (text: string, continues: boolean) => Promise<void>) => Promise<void>,
): Promise<ScriptPlayer> {
  const player = new ScriptPlayer(host, scripts);
  await using server = await startModelServer((request) =>
    player.answer(request, { dir: project.dir, home: project.home, url: server.url }),
  );
  const run = { dir: project.dir, home: project.home, url: server.url };
  for (const [path, text] of Object.entries(host.files(run))) project.write(project.home, path, text);
  await act(async (text, continues) => {
    await project.prompt(host, server.url, text, continues);
  });
  return player;
}

/** Whether a denied call runs, whether the model receives the reason, and whether a withheld result reaches it. */
async function runVerdicts(host: RealHost): Promise<Found & { readonly count: number }> {
  using project = new HostProject({ ...verdictFiles, ...host.own });
  mkdirSync(join(project.home, "scratch"));
  const before = settingsOf(project, host);
  await project.precept("init", "--yes", "--policies", "all");
  const failures = await install(host, project);
  const last = { step: { kind: "say", text: "Done." } } as const;
  const steps = [...verdictCases.map(({ step }) => ({ step })), { step: { kind: "run", command: "echo last" } } as const, last];
  const player = await play(host, project, { main: { "SCRIPT-verdicts": steps }, subagent: {} }, (prompt) =>
    prompt("SCRIPT-verdicts: Continue.", false),
  );
  const all = player.log.map(({ text }) => text).join("\n");
  const following = player.following("SCRIPT-verdicts");
  const notes: string[] = [];
  for (const { name, step, message, withheld, damage } of verdictCases) {
    const next = following.find((one) => one.step === step);
    if (next?.text.includes(message) !== true) failures.push(`${name}: the model did not receive the reason`);
    const harm = damage?.(project);
    if (harm !== undefined) failures.push(`${name}: ${harm}`);
    if (withheld === undefined || !all.includes(withheld)) continue;
    if (all.includes("It was seen")) notes.push(`${name}: the model has seen the result, and the message says so`);
    else failures.push(`${name}: the model has seen the result`);
  }
  await project.precept("uninstall", host.id);
  if (settingsOf(project, host) !== before) failures.push("uninstall does not restore the settings");
  return { failures, notes, count: verdictCases.length };
}

/** Installs the hooks. They must stop the canary. */
async function install(host: RealHost, project: HostProject): Promise<string[]> {
  await project.precept("install", host.id);
  const { output } = await project.precept("doctor");
  return output.includes("the canary was stopped") ? [] : [`doctor says: ${output}`];
}

function settingsOf({ dir }: HostProject, { own }: RealHost): string {
  return Object.keys(own)
    .map((path) => readFileSync(join(dir, path), "utf8"))
    .join("\0");
}

/** Whether the records of a session say what the model received, and whether it has its rules again after a compaction. */
async function runSession(host: RealHost): Promise<Found & { readonly requests: number }> {
  using project = new HostProject(sessionFiles);
  const failures = await install(host, project);
  const { compaction } = host;
  const player = await play(host, project, sessionScripts, async (prompt) => {
    await prompt(firstPrompt, false);
    await prompt(resumedPrompt, true);
    if (compaction !== undefined && "prompt" in compaction) await prompt(compaction.prompt, true);
    await prompt(compactedPrompt, true);
  });
  const { requests, missing, unrecorded, lost } = compareDeliveries(project.dir, player.log);
  const notes = unrecorded.map((text) => `has a rule that no record says: ${text}`);
  const known = missing.filter((text) => host.knownLosses?.some((loss) => text.includes(loss)) === true);
  notes.push(...known.map((text) => `known: the records say more than the model received: ${text}`));
  failures.push(
    ...missing.filter((text) => !known.includes(text)).map((text) => `the records say more than the model received: ${text}`),
  );
  const unknown = lost.filter((name) => host.knownLosses?.some((loss) => loss.endsWith(name)) !== true);
  failures.push(...unknown.map((name) => `the agent continued without ${name}`));
  if (!player.log.some(({ sender }) => sender === "host")) notes.push("no compaction was seen");
  return { failures, notes, requests };
}
