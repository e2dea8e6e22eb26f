import { createServer, type Socket } from "node:net";
import { isAbsolute } from "node:path";
import { setTimeout } from "node:timers/promises";
import { identityOf, messageOf, openRoot } from "@precept/files";
import type { HookOutput } from "../hosts/answer.ts";
import type { HookWorkspace } from "../run/hook-workspace.ts";
import { deadlineOf, runHook } from "../run/run-hook.ts";
import { bindSocket } from "./bind-socket.ts";
import { callerEnvironment, describeDifference } from "./caller.ts";
import { FrameConnection } from "./frame-connection.ts";
import {
  maxAnswerBytes,
  maxRequestBytes,
  readGo,
  readRequest,
  toAnswer,
  type HookRequest,
  type ServerMessage,
} from "./messages.ts";
import { socketDirectory } from "./socket-path.ts";

/** The maximum number of hooks that are connected at the same time. Others decide by themselves. */
const maxConnections = 64;

/** How long a hook may take to send its request, and to confirm that it still waits, in milliseconds. */
const messageTimeout = 1_000;

/** How much earlier than the hook stops waiting the answer is closed, in milliseconds. */
const answerMargin = 250;

/** A workspace for one answer. */
export interface LeasedWorkspace {
  readonly workspace: HookWorkspace;
  /** Why this process cannot answer for the workspace as the hook itself would. Undefined: it can. */
  readonly declines: string | undefined;
  /** Closes the workspace, after the answer was sent. */
  release(): Promise<void>;
}

export interface ServeHooksOptions {
  /** The directory of the project. */
  readonly project: string;
  /** The environment of this process. A hook with other settings is declined. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /**
   * Opens the project that a directory is in, as the hook itself would.
   *
   * @param directory absolute.
   * @param caller `hasRoot`: whether it is the project itself. `cwd`: the current directory of the hook.
   */
  readonly open: (directory: string, caller: { readonly hasRoot: boolean; readonly cwd: string }) => Promise<LeasedWorkspace>;
  /** Returns the time, in milliseconds since 1970. */
  readonly now: () => number;
  /** Called when a hook has to decide by itself. Default: nothing. */
  readonly onDecline?: (reason: string) => void;
  /** The time that an answer may take, in milliseconds. Default: that of the host; see `runHook`. */
  readonly deadline?: number;
}

/** A server that answers the hooks of a project. */
export interface HookServer {
  /** The path of the socket. */
  readonly path: string;
  /** Removes the socket, waits for answers, and closes the connections. @param grace how long to wait, in milliseconds. */
  close(grace: number): Promise<void>;
}

/**
 * Answers the hooks of a project on a Unix socket that only this user can connect to, with the answers of `runHook`.
 *
 * @throws Error with the reason if there is no socket that can be used, or another server listens on it.
 */
export async function serveHooks(options: ServeHooksOptions): Promise<HookServer> {
  const directory = socketDirectory(options.env);
  if (directory === undefined) throw new Error("Hooks cannot ask a server on this system.");
  const project = openRoot(options.project).real;
  const answers = new Set<Promise<void>>();
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    const answering = answer(new FrameConnection(socket, maxRequestBytes), { ...options, project })
      .catch(() => undefined)
      .finally(() => {
        socket.destroySoon();
        answers.delete(answering);
      });
    answers.add(answering);
  });
  server.maxConnections = maxConnections;
  const bound = await bindSocket(server, directory, project).catch((error: unknown) => {
    server.close();
    throw error;
  });
  server.on("error", () => undefined);
  return {
    path: bound.path,
    async close(grace) {
      await bound.remove().catch(() => undefined);
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      await Promise.race([Promise.all(answers), setTimeout(grace, undefined, { ref: false })]);
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** Answers the hook of a connection. */
async function answer(connection: FrameConnection, options: ServeHooksOptions): Promise<void> {
  const send = (message: ServerMessage): boolean => connection.send(message, maxAnswerBytes);
  const decline = (reason: string): void => {
    options.onDecline?.(reason);
    send({ type: "decline", reason });
  };
  const request = readRequest(await connection.receive(messageTimeout));
  if (request === undefined) return decline("the request is of another version of Precept");
  const problem = describeProblem(request, options);
  if (problem !== undefined) return decline(problem);
  const wait = options.deadline ?? deadlineOf(request.host);
  send({ type: "ack", wait });
  const go = readGo(await connection.receive(messageTimeout));
  if (go === undefined) return undefined;
  const decided = await decide(request, Math.min(wait, go.remaining) - answerMargin, options);
  const { output, declines } = decided;
  if (declines !== undefined) decline(declines);
  else if (!send(toAnswer(output))) decline("the answer is too long");
  connection.end();
  return decided.release();
}

/** Describes why this process would answer a request differently from the hook. */
function describeProblem(request: HookRequest, { project, env }: ServeHooksOptions): string | undefined {
  if (request.project !== project || request.identity !== identityOf(project)) return "the hook is of another project";
  return describeDifference(callerEnvironment(env), request);
}

interface Decided {
  readonly output: HookOutput;
  readonly declines: string | undefined;
  release(): Promise<void>;
}

async function decide(
  { host, root, env, cwd, payload }: HookRequest,
  deadline: number,
  options: ServeHooksOptions,
): Promise<Decided> {
  let leasing: Promise<LeasedWorkspace> | undefined;
  let declines: string | undefined;
  const open = async (directory: string): Promise<HookWorkspace> => {
    try {
      // The hook resolves it from its own directory.
      if (!isAbsolute(directory)) throw new Error("the host names the project by a relative path");
      leasing = options.open(directory, { hasRoot: root !== undefined, cwd });
      const lease = await leasing;
      if (openRoot(lease.workspace.root).real !== options.project) throw new Error("the call is about another project");
      if (lease.declines !== undefined) throw new Error(lease.declines);
      return lease.workspace;
    } catch (error) {
      // The hook finds the same problem and reports it.
      declines = messageOf(error);
      throw error;
    }
  };
  const output = await runHook(payload, {
    host,
    open: async (directory) => open(root ?? directory),
    env,
    cwd,
    now: options.now,
    deadline,
  });
  return { output, declines, release: async () => (await leasing)?.release() };
}
