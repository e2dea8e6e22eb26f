import type { AnsweredEvent } from "./host-spec.ts";

/** What a hook says. `none` is no opinion: the host's own rules decide. */
export interface HookAnswer {
  readonly verdict: "none" | "deny" | "ask";
  /** Why, for the agent and the user. Required for `deny` and `ask`: some hosts ignore a denial without a reason. */
  readonly reason?: string;
  /** Context for the agent. */
  readonly context?: string;
}

/** What the process of a hook writes, and its exit code. */
export interface HookOutput {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

/** Writes an answer in the protocol of a host. */
export type PrintAnswer = (event: AnsweredEvent, answer: HookAnswer) => HookOutput;

/** The exit code by which most hosts deny. The reason is on standard error. */
const denyingExitCode = 2;

export const silent: HookOutput = { stdout: "", stderr: "", exitCode: 0 };

/** Prints JSON on standard output. Fields that are undefined are left out; without any field, `empty` is printed. */
export function printJson(fields: Readonly<Record<string, unknown>>, empty = ""): HookOutput {
  const text = JSON.stringify(fields);
  return { ...silent, stdout: text === "{}" ? empty : `${text}\n` };
}

/** Denies by the exit code, with the reason on standard error. */
export function denyByExitCode(reason: string): HookOutput {
  return { stdout: "", stderr: `${reason}\n`, exitCode: denyingExitCode };
}
