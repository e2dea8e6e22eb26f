import { isRecord } from "@precept/core";
import { hostIds, type HostId } from "../host-ids.ts";
import type { HookOutput } from "../hosts/answer.ts";
import type { CallerEnvironment, Variables } from "./caller.ts";

/** The maximum size of a request, in bytes. A hook with a larger payload decides by itself. */
export const maxRequestBytes = 1_048_576;

/** The maximum size of a server's answer, in bytes. A larger one is not sent, and the hook decides by itself. */
export const maxAnswerBytes = 4_194_304;

/** What the hook of an agent asks a server. */
export interface HookRequest extends CallerEnvironment {
  readonly type: "request";
  /** The project whose socket it is: the real path of the directory. */
  readonly project: string;
  /** The identity of that directory, as the hook sees it. */
  readonly identity: string;
  /** The host that the command names. */
  readonly host?: HostId;
  /** The project directory that the command names, absolute. */
  readonly root?: string;
  /** The current directory of the hook. */
  readonly cwd: string;
  /** The variables of the environment in which hosts name the project. */
  readonly env: Variables;
  /** The standard input of the hook. */
  readonly payload: string;
}

/** Lets the server decide. Without it nothing happens, so that a hook that no longer waits has no effect. */
interface GoMessage {
  readonly type: "go";
  /** How long the hook waits for the answer from now on, in milliseconds. */
  readonly remaining: number;
}

export type ServerMessage =
  /** The server can answer. `wait` is the time that an answer may take for the host, in milliseconds. */
  | { readonly type: "ack"; readonly wait: number }
  /** The hook must decide by itself. */
  | { readonly type: "decline"; readonly reason: string }
  | { readonly type: "answer"; readonly stdout: string; readonly stderr: string; readonly exit_code: number };

/** Reads a request. Undefined if it is none. */
export function readRequest(value: unknown): HookRequest | undefined {
  if (!isRecord(value) || value["type"] !== "request") return undefined;
  const { host, root, settings, env } = value;
  const texts = [value["version"], value["project"], value["identity"], value["cwd"], value["ci"], value["payload"]];
  const isComplete = texts.every((text) => typeof text === "string") && isVariables(settings) && isVariables(env);
  const hasHost = host === undefined || hostIds.some((id) => id === host);
  const hasRoot = root === undefined || typeof root === "string";
  return isComplete && hasHost && hasRoot ? (value as unknown as HookRequest) : undefined;
}

/** Reads the message that starts the decision. Undefined if it is another one. */
export function readGo(value: unknown): GoMessage | undefined {
  if (!isRecord(value) || value["type"] !== "go") return undefined;
  return typeof value["remaining"] === "number" ? (value as unknown as GoMessage) : undefined;
}

/** Reads a message of the server. Undefined if it is none. */
export function readServerMessage(value: unknown): ServerMessage | undefined {
  if (!isRecord(value)) return undefined;
  const { type, wait, reason, stdout, stderr, exit_code: code } = value;
  if (type === "ack" && typeof wait === "number") return { type, wait };
  if (type === "decline" && typeof reason === "string") return { type, reason };
  if (type !== "answer" || typeof stdout !== "string" || typeof stderr !== "string" || typeof code !== "number") return undefined;
  return { type, stdout, stderr, exit_code: code };
}

/** Describes an output for a hook. */
export function toAnswer({ stdout, stderr, exitCode }: HookOutput): ServerMessage {
  return { type: "answer", stdout, stderr, exit_code: exitCode };
}

function isVariables(value: unknown): value is Variables {
  return isRecord(value) && Object.values(value).every((text) => typeof text === "string");
}
