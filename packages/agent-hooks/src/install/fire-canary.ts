import { installSpecs } from "@precept/mdc-compat/install";
import { spawn } from "node:child_process";
import { isRecord } from "@precept/core";
import { canaryCommand } from "../canary.ts";
import type { HookStart, InstalledHooks } from "./find-installed.ts";

/** How long a canary may take by default, in milliseconds: less than the time limits that an install writes. */
const canaryTimeout = 20_000;

/** What hosts add to the payloads of a subagent. */
const subagent = { agent_id: "precept-doctor", agent_type: "general-purpose" };

/** The maximum length of each output of a hook that is read, in UTF-16 code units. The rest is ignored. */
const maxOutput = 1_000_000;

export interface CanaryOptions {
  /** The project directory. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly isWindows: boolean;
  /** In milliseconds. Default: {@link canaryTimeout}. */
  readonly timeout?: number;
  /** Whether the command is one of a subagent. Default false. */
  readonly isSubagent?: boolean;
}

/** What a hook did with the canary. */
export type CanaryOutcome =
  | { readonly kind: "stopped" }
  /** The host would have run the command. */
  | { readonly kind: "passed"; readonly detail: string }
  /** The hook could not be started, or took too long. */
  | { readonly kind: "failed"; readonly detail: string };

/** Runs an installed hook as its host does, with a command that is always denied, and tells whether it denies. */
export async function fireCanary(
  { host }: Pick<InstalledHooks, "host">,
  start: HookStart,
  { cwd, env, isWindows, timeout = canaryTimeout, isSubagent = false }: CanaryOptions,
): Promise<CanaryOutcome> {
  const { canary, projectVariable } = installSpecs[host];
  const sent = canary(canaryCommand, cwd).payload;
  const payload = isSubagent && isRecord(sent) ? { ...sent, ...subagent } : sent;
  const all = { ...env, ...(projectVariable !== undefined && { [projectVariable]: cwd }) };
  const [program, args] = "line" in start ? shellCall(start.line, isWindows) : [start.words[0] ?? "", start.words.slice(1)];
  const { promise, resolve } = Promise.withResolvers<CanaryOutcome>();
  // A separate process group, so that everything that the hook starts is killed with it.
  const child = spawn(program, args, { cwd, env: all, stdio: ["pipe", "pipe", "pipe"], detached: !isWindows });
  const outputs = { out: "", err: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => (outputs.out = (outputs.out + text).slice(0, maxOutput)));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (outputs.err = (outputs.err + text).slice(0, maxOutput)));
  child.on("error", ({ message }) => resolve({ kind: "failed", detail: message }));
  child.on("close", (code) => resolve(outcomeOf(code, outputs)));
  child.stdin.on("error", () => undefined);
  child.stdin.end(JSON.stringify(payload));
  const timer = setTimeout(() => {
    killGroup(child.pid, isWindows);
    resolve({ kind: "failed", detail: `no answer within ${timeout / 1000} seconds` });
  }, timeout);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
  }
}

function shellCall(line: string, isWindows: boolean): [program: string, args: string[]] {
  return isWindows ? ["powershell.exe", ["-NoProfile", "-Command", line]] : ["/bin/sh", ["-c", line]];
}

function killGroup(pid: number | undefined, isWindows: boolean): void {
  if (pid === undefined) return;
  try {
    process.kill(isWindows ? pid : -pid, "SIGKILL");
  } catch {
    // It has ended.
  }
}

function outcomeOf(code: number | null, { out, err }: { readonly out: string; readonly err: string }): CanaryOutcome {
  if (isDenied(code, out, err)) return { kind: "stopped" };
  const [line = ""] = err.trim().split("\n");
  if (code === 0) return { kind: "passed", detail: line };
  return { kind: "failed", detail: `exit code ${code ?? "none"}${line === "" ? "" : `: ${line}`}` };
}

/** Whether an answer denies in the protocol of any host: by exit code 2 with a reason, or by JSON fields. */
function isDenied(code: number | null, out: string, err: string): boolean {
  if (code === 2 && err.trim() !== "") return true;
  try {
    const answer = JSON.parse(out) as unknown;
    return isRecord(answer) && [answer, answer["hookSpecificOutput"]].some((one) => isRecord(one) && saysDeny(one));
  } catch {
    return false;
  }
}

function saysDeny({ permissionDecision, permission, decision, cancel }: { readonly [name: string]: unknown }): boolean {
  return permissionDecision === "deny" || permission === "deny" || decision === "deny" || decision === "block" || cancel === true;
}
