import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { createCheckpoint, listCheckpoints, pruneCheckpoints, rollBack, undoRollback } from "@precept/enforcement/git";
import { preceptProgram } from "@precept/testing/program";
import { Random } from "@precept/testing/random";
import type { Round } from "../trial.ts";
import { gitIn, manifestOf, writeAfter, writeBefore } from "./repository.ts";

/** The killed subcommands of `precept checkpoint`. */
const kinds = ["restore", "undo"] as const;
type Kind = (typeof kinds)[number];

/** The result of killing a command and running another one. */
interface Kill {
  readonly kind: Kind;
  /** Whether the kill came before the first file was changed, while files were changed, or after the command had ended. */
  readonly when: "before" | "during" | "after";
  /** Whether only the command was killed, without the git processes that it had started. */
  readonly isAlone: boolean;
  /** The command that ran next. */
  readonly next: string;
  /** Empty if the working tree and the index are exactly in the old or the new state. */
  readonly failures: readonly string[];
}

/** Kills each command at a random moment: afterwards exactly the old or the new state must be there. */
export async function runRound(seed: number): Promise<Round> {
  const random = new Random(seed);
  const base = realpathSync(mkdtempSync(join(tmpdir(), "precept-kills-")));
  try {
    const template = join(base, "template");
    mkdirSync(template);
    writeBefore(template);
    const { id } = await createCheckpoint(template);
    writeAfter(template);
    // The state after an uninterrupted rollback.
    const reference = join(base, "reference");
    copyTree(template, reference);
    await rollBack(reference, id);
    const states = { before: manifestOf(template), after: manifestOf(reference) };
    const kills: Kill[] = [];
    for (const kind of kinds) {
      const dir = join(base, kind);
      copyTree(template, dir);
      kills.push(await killOnce(dir, id, kind, states, random));
    }
    return {
      counts: Object.fromEntries(kills.map(({ kind, when }) => [`${kind} killed ${when} its changes`, 1])),
      failures: kills.flatMap(({ kind, when, isAlone, next, failures }) =>
        failures.map((failure) => `${kind}, killed ${when}${isAlone ? " alone" : ""}, then ${next}: ${failure}`),
      ),
    };
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
}

function copyTree(from: string, to: string): void {
  // Node's `cp` does not preserve the permissions of directories.
  execFileSync("cp", ["-a", from, to]);
}

interface States {
  /** Before the rollback. */
  readonly before: string;
  /** After it. */
  readonly after: string;
}

async function killOnce(dir: string, id: string, kind: Kind, states: States, random: Random): Promise<Kill> {
  if (kind === "undo") await rollBack(dir, id);
  const failures: string[] = [];
  const start = kind === "restore" ? states.before : states.after;
  if (manifestOf(dir) !== start) failures.push("the trial did not begin in the state that it expects");
  const isAlone = random.chance(0.25);
  const when = await killCommand(dir, commandFor(kind, dir, id), random, isAlone);
  const isShown = (): string => gitIn(dir, "status", "--porcelain");
  const [next, run] = random.pick(nextCommands);
  try {
    await run(dir);
  } catch (error) {
    failures.push(`${next}: ${String(error)}`);
  }
  if (existsSync(join(dir, ".git/index.lock"))) failures.push("index.lock was not removed");
  if (existsSync(join(dir, ".git/precept/journal"))) failures.push("the journal was not removed");
  try {
    isShown();
    gitIn(dir, "update-index", "-q", "--really-refresh");
  } catch (error) {
    // update-index also fails if files need an update; only a lock is a failure here.
    if (/index\.lock/.test(String(error))) failures.push(`git: ${String(error)}`);
  }
  if (failures.length > 0) return { kind, when, isAlone, next, failures };
  const state = manifestOf(dir);
  if (state !== states.before && state !== states.after) failures.push(`neither state: ${difference(state, states)}`);
  else await switchState(dir, id, states, state === states.after, failures);
  return { kind, when, isAlone, next, failures };
}

/** Checks that a restore or undo leads from this state to the other one. */
async function switchState(dir: string, id: string, states: States, isAfter: boolean, failures: string[]): Promise<void> {
  try {
    if (isAfter) await undoRollback(dir, undefined);
    else await rollBack(dir, id);
    if (manifestOf(dir) !== (isAfter ? states.before : states.after))
      failures.push("the next restore or undo leads to another state");
  } catch (error) {
    failures.push(`the next restore or undo: ${String(error)}`);
  }
}

const nextCommands: readonly (readonly [name: string, run: (dir: string) => Promise<unknown>])[] = [
  ["list", (dir) => listCheckpoints(dir)],
  ["create", (dir) => createCheckpoint(dir)],
  ["prune", (dir) => pruneCheckpoints(dir, { checkpoints: 5, rollbacks: 5 })],
];

function commandFor(kind: Kind, dir: string, id: string): readonly string[] {
  const args = kind === "restore" ? ["restore", id] : ["undo"];
  return [process.execPath, preceptProgram(), "checkpoint", ...args, "--root", dir];
}

/** Starts a command in a new process group and kills it some time after it has locked the index or begun to change files. */
async function killCommand(
  dir: string,
  [command = "", ...args]: readonly string[],
  random: Random,
  isAlone: boolean,
): Promise<Kill["when"]> {
  const mark = join(dir, random.chance(0.35) ? ".git/index.lock" : ".git/precept/journal");
  const delay = random.next() * (mark.endsWith("journal") ? 25 : 150);
  const child = spawn(command, args, { detached: true, stdio: "ignore", cwd: "/" });
  const ended = once(child, "exit");
  // Polls without a pause, since the file exists for a few milliseconds only.
  while (!existsSync(mark) && !hasEnded(child)) await tick();
  const until = performance.now() + delay;
  while (performance.now() < until) await tick();
  const isBegun = existsSync(join(dir, ".git/precept/journal"));
  const isOver = hasEnded(child);
  const { pid } = child;
  if (pid !== undefined && !isOver) killGroup(isAlone ? pid : -pid);
  await ended;
  if (!isAlone && pid !== undefined) await waitForGroup(pid);
  if (isOver) return "after";
  return isBegun ? "during" : "before";
}

function killGroup(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has already exited.
  }
}

/** Waits until all processes of a group have exited, at most half a second. */
async function waitForGroup(pid: number): Promise<void> {
  for (let waits = 0; waits < 50 && isGroupAlive(pid); waits += 1) await setTimeout(10);
}

function isGroupAlive(pid: number): boolean {
  try {
    process.kill(-pid, 0);
    return true;
  } catch {
    return false;
  }
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

async function tick(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

/** Describes how a state differs from the states before and after the rollback. */
function difference(state: string, { before, after }: States): string {
  const known = new Set([...before.split("\n"), ...after.split("\n")]);
  const lines = new Set(state.split("\n"));
  const odd = [...lines].filter((line) => !known.has(line));
  const missing = after.split("\n").filter((line) => !lines.has(line));
  const left = [...lines].filter((line) => !after.split("\n").includes(line));
  return `of neither: ${summarise(odd)}; missing after the rollback: ${summarise(missing)}; left from before it: ${summarise(left)}`;
}

function summarise(lines: readonly string[]): string {
  return lines
    .slice(0, 8)
    .map((line) => line.slice(0, 80))
    .join(" | ");
}
