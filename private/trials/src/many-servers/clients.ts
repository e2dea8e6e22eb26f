import { setTimeout } from "node:timers/promises";
import { positionHeader } from "@precept/contract/values";
import type { Random } from "@precept/testing/random";
import { send, type Answer } from "./api.ts";
import { serverCount, type Cluster } from "./cluster.ts";
import type { Operation } from "./history.ts";

/** What the clients share. */
export interface Load {
  readonly cluster: Cluster;
  readonly random: Random;
  readonly operations: Operation[];
  readonly counts: Record<string, number>;
  isStopped: boolean;
}

const create = (name: string, content: string) => ({
  name,
  description: "A rule.",
  content,
  scope: "project",
  store: "postgres",
  force: true,
});

/** The number in the text of a rule. */
export function valueOf({ body }: Answer): number {
  const { content = "" } = body as { content?: string };
  return Number(/^Value (\d+)/.exec(content)?.[1] ?? -1);
}

const textOf = (key: string, value: number): string => `Value ${value} of ${key}.`;

export function count({ counts }: Load, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1;
}

/** Writes one rule again and again through any server, and reads it at another one with the position of the write. */
export async function writeAndRead(load: Load, key: string): Promise<void> {
  const { cluster, random, operations } = load;
  let [position, known] = [undefined as string | undefined, -1];
  let exists: boolean = false;
  for (let value = 0; !load.isStopped; value += 1) {
    const start = performance.now();
    const answer: Answer | undefined = exists
      ? await send(cluster, random.below(serverCount), `/api/v1/rules/${key}?scope=project`, {
          method: "PUT",
          body: { content: textOf(key, value) },
        })
      : await send(cluster, random.below(serverCount), "/api/v1/rules", { body: create(key, textOf(key, value)) });
    const isAcknowledged: boolean = answer?.status === 200 || answer?.status === 201;
    // A creation without an answer may have been done.
    exists ||= isAcknowledged || answer?.status === 409;
    operations.push({ kind: "write", client: key, key, value, start, end: performance.now(), isAcknowledged });
    count(load, isAcknowledged ? "acknowledged writes" : "writes without success");
    if (isAcknowledged) [position, known] = [answer?.headers.get(positionHeader) ?? position, value];
    if (position !== undefined) {
      const began = performance.now();
      const read = await send(cluster, random.below(serverCount), `/api/v1/rules/${key}?scope=project`, { position });
      if (read?.status === 200) {
        operations.push({
          kind: "read",
          client: key,
          key,
          value: valueOf(read),
          start: began,
          end: performance.now(),
          atLeast: known,
        });
        count(load, "reads at a position");
      }
    }
    await setTimeout(5 + random.below(20));
  }
}

/** Changes a rule that other clients change, too, only if it is still what it read. */
export async function contend(load: Load, client: string, key: string, nextValue: () => number): Promise<void> {
  const { cluster, random, operations } = load;
  while (!load.isStopped) {
    const read = await send(cluster, random.below(serverCount), `/api/v1/rules/${key}?scope=project`);
    const tag = read?.headers.get("etag");
    if (read?.status === 200 && tag !== null && tag !== undefined) {
      const [base, value, start] = [valueOf(read), nextValue(), performance.now()];
      const answer = await send(cluster, random.below(serverCount), `/api/v1/rules/${key}?scope=project`, {
        method: "PUT",
        body: { content: textOf(key, value) },
        headers: { "if-match": tag },
      });
      const isAcknowledged = answer?.status === 200;
      // A change that was refused was not made.
      if (isAcknowledged || answer === undefined || answer.status >= 500) {
        operations.push({ kind: "change", client, key, base, value, start, end: performance.now(), isAcknowledged });
      }
      count(load, isAcknowledged ? "changes that won" : "changes that lost or failed");
    }
    await setTimeout(10 + random.below(40));
  }
}

/** Gives the same advice to an agent three times, each through any server, and repeats a call without an answer. */
export async function ignoreAdvice(load: Load, sessions: string[]): Promise<void> {
  const { cluster, random } = load;
  for (let number = 0; !load.isStopped; number += 1) {
    const session = `session-${number}`;
    for (const toolUse of ["1", "2", "3"]) {
      const body = { subjects: [{ text: "soso", file: "a.ts" }], session, agent: "coder", tool_use: `${session}-${toolUse}` };
      for (;;) {
        const answer = await send(cluster, random.below(serverCount), "/api/v1/policies/enforce", { body });
        const { diagnostics = [] } = (answer?.body ?? {}) as { diagnostics?: readonly { code: string }[] };
        // What could not be counted is said in the answer.
        if (answer?.status === 200 && !diagnostics.some(({ code }) => code === "policies/not-counted")) break;
        await setTimeout(50);
      }
    }
    sessions.push(session);
    count(load, "sessions with advice");
    await setTimeout(100);
  }
}

/** An MCP client of the older protocol: each of its requests goes to any server. */
export async function speakMcp(load: Load, failures: string[]): Promise<void> {
  const { cluster, random } = load;
  const headers = { accept: "application/json, text/event-stream", "mcp-protocol-version": "2025-06-18" };
  const post = (body: object, session?: string) =>
    send(cluster, random.below(serverCount), "/api/v1/mcp", {
      body: { jsonrpc: "2.0", ...body },
      headers: { ...headers, ...(session !== undefined && { "mcp-session-id": session }) },
    });
  const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "trial", version: "1" } };
  let session: string | undefined;
  for (let id = 1; !load.isStopped; id += 1) {
    if (session === undefined) {
      const answer = await post({ id, method: "initialize", params });
      session = answer?.headers.get("mcp-session-id") ?? undefined;
    } else {
      const answer = await post({ id, method: "tools/list" }, session);
      if (answer !== undefined && answer.status >= 400 && answer.status < 500) failures.push(`MCP answered ${answer.status}`);
      if (answer?.status === 200) count(load, "MCP calls");
    }
    await setTimeout(50);
  }
}

/** A client of the memory service: each of its calls goes to any server. */
export async function speakRpc(load: Load, failures: string[]): Promise<void> {
  const { cluster, random } = load;
  while (!load.isStopped) {
    const path = "/precept.memory.v1.MemoryRulesService/GetMemoryRules";
    const answer = await send(cluster, random.below(serverCount), path, { body: {} });
    if (answer !== undefined && answer.status >= 400 && answer.status < 500) failures.push(`RPC answered ${answer.status}`);
    if (answer?.status === 200) count(load, "RPC calls");
    await setTimeout(50);
  }
}
