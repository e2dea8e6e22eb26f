import { connect } from "node:net";
import { setTimeout } from "node:timers/promises";
import { systemManagedDir } from "@precept/enforcement/machine";
import { existsAt, messageOf, monotonicTime } from "@precept/files";
import type { HostId } from "../host-ids.ts";
import type { HookOutput } from "../hosts/answer.ts";
import { callerEnvironment, pickVariables, projectVariables } from "./caller.ts";
import { findSocket, listSockets } from "./find-socket.ts";
import { FrameConnection, FrameTimeout } from "./frame-connection.ts";
import { maxAnswerBytes, maxRequestBytes, readServerMessage, type HookRequest } from "./messages.ts";
import { socketDirectory } from "./socket-path.ts";
import { startingDirectories } from "./starting-directories.ts";

export type { HookOutput } from "../hosts/answer.ts";

/** How long connecting to a server may take, in milliseconds. */
const connectTimeout = 50;

/** How long a server may take to say that it can answer, in milliseconds. A busy or suspended one does not. */
const ackTimeout = 100;

/** How long the standard input may take before the hook decides by itself, in milliseconds. */
const inputTimeout = 2_000;

/** The maximum of the time that a server asks for, in milliseconds. */
const maxWait = 60_000;

export interface AskServerOptions {
  /** The standard input of the hook. */
  readonly input: Promise<string>;
  /** The host that the command names. */
  readonly host: HostId | undefined;
  /** The project directory that the command names, absolute. Undefined: the payload tells it. */
  readonly root: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
}

/** What a server said. */
export type ServerDecision =
  | { readonly kind: "answered"; readonly output: HookOutput }
  /** No server decided: the hook decides by itself. `note` says why a socket was ignored, unless there is none or its server cannot answer. */
  | { readonly kind: "undecided"; readonly note?: string }
  /** A server began to decide, and did not answer before it would be too late. */
  | { readonly kind: "late"; readonly problem: string };

const undecided: ServerDecision = { kind: "undecided" };

/**
 * Asks the running `precept serve` of a project to answer a hook. It never asks if there can be managed policies: they hold against programs of the user too,
 * and any program of the user can pretend to be a server.
 *
 * @returns never rejects.
 */
export async function askServer(options: AskServerOptions): Promise<ServerDecision> {
  const { env, cwd, root, input } = options;
  const started = monotonicTime();
  try {
    const directory = socketDirectory(env);
    const sockets = directory && listSockets(directory);
    if (sockets === undefined || canHaveManagedPolicies(env)) return undecided;
    if (sockets.kind === "ignored") return { kind: "undecided", note: sockets.problem };
    const payload = await Promise.race([input, setTimeout(inputTimeout, undefined, { ref: false })]);
    if (payload === undefined || payload.length > maxRequestBytes) return undecided;
    const named = pickVariables(env, projectVariables);
    const starts = root === undefined ? startingDirectories(payload, Object.values(named), cwd) : [root];
    const found = findSocket(sockets, starts);
    if (found?.kind !== "socket") return found === undefined ? undecided : { kind: "undecided", note: found.problem };
    return await exchange(found.path, started, {
      type: "request",
      ...callerEnvironment(env),
      project: found.project,
      identity: found.identity,
      ...(options.host !== undefined && { host: options.host }),
      ...(root !== undefined && { root }),
      cwd,
      env: named,
      payload,
    });
  } catch (error) {
    return { kind: "undecided", note: `No server was asked: ${messageOf(error)}` };
  }
}

/** Whether policies of the machine's owner may exist. */
function canHaveManagedPolicies({ PRECEPT_MANAGED_DIR: named }: AskServerOptions["env"]): boolean {
  return (named !== undefined && named !== "") || existsAt(systemManagedDir());
}

/** Sends a request to the server of a socket. A server that does not run, is busy, declines or ends leaves the decision to the hook. */
async function exchange(path: string, started: number, request: HookRequest): Promise<ServerDecision> {
  const socket = connect({ path });
  const connection = new FrameConnection(socket, maxAnswerBytes);
  try {
    if (!(await connection.opened(connectTimeout)) || !connection.send(request, maxRequestBytes)) return undecided;
    const ack = readServerMessage(await connection.receive(ackTimeout));
    if (ack?.type !== "ack") return undecided;
    const remaining = Math.max(0, Math.floor(Math.min(ack.wait, maxWait) - (monotonicTime() - started)));
    connection.send({ type: "go", remaining }, maxRequestBytes);
    return await receiveAnswer(connection, remaining);
  } catch {
    // It does not run, is busy, or ended.
    return undecided;
  } finally {
    connection.close();
  }
}

async function receiveAnswer(connection: FrameConnection, remaining: number): Promise<ServerDecision> {
  try {
    const answer = readServerMessage(await connection.receive(remaining));
    if (answer?.type !== "answer") return undecided;
    return { kind: "answered", output: { stdout: answer.stdout, stderr: answer.stderr, exitCode: answer.exit_code } };
  } catch (error) {
    if (!(error instanceof FrameTimeout)) return undecided;
    return { kind: "late", problem: `the server did not answer within ${remaining} ms` };
  }
}
