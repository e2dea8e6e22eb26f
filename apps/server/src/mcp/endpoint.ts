import { isRecord, PreceptError } from "@precept/core";
import { createPreceptHandler, createPriorityQueue, streamChanges, type ChangeStream, type PreceptHandler } from "@precept/mcp";
import type { Logger } from "pino";
import type { Principal } from "../access/principal.ts";
import type { Reply, RequestContext, StreamReply } from "../routes/handler.ts";
import { streamHeaders } from "../routes/events/stream-headers.ts";
import { readVersion } from "../version.ts";
import { CallGuard } from "./call-guard.ts";
import { hostOfRequest } from "./host-of-request.ts";
import type { McpQuery } from "./query.ts";
import type { McpSession, McpSessions, SessionOwner } from "./sessions.ts";
import { ViolationQueues } from "./violation-queues.ts";

/** A request of an MCP client, read and validated. */
export interface McpRequest {
  readonly method: "POST" | "GET" | "DELETE";
  /** Absolute. */
  readonly url: string;
  readonly headers: Headers;
  readonly query: McpQuery;
  /** The JSON-RPC message of a `POST`. */
  readonly message: unknown;
}

/** A whole answer. */
export interface McpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

type McpReply = Reply<McpAnswer> | StreamReply;

export interface McpEndpointOptions {
  readonly sessions: McpSessions;
  readonly log: Logger;
}

const sessionHeader = "mcp-session-id";

/** Answers the requests of MCP clients, in both generations of the protocol. Access was checked before, as for REST. */
export class McpEndpoint {
  readonly #handler: PreceptHandler;
  readonly #sessions: McpSessions;
  readonly #queues = new ViolationQueues();

  constructor({ sessions, log }: McpEndpointOptions) {
    this.#sessions = sessions;
    this.#handler = createPreceptHandler({
      version: readVersion(),
      // The server counts and limits streams itself.
      maxSubscriptions: Infinity,
      onError: (error) => log.debug({ err: error }, "MCP request refused"),
    });
  }

  /** @throws PreceptError `REQUEST_INVALID`, `MCP_SESSION_UNKNOWN`, `RATE_LIMITED` if there are too many streams, `SERVER_STOPPING` */
  async answer(request: McpRequest, context: RequestContext): Promise<McpReply> {
    const owner = ownerOf(context);
    const session = this.#sessionOf(request, owner);
    switch (request.method) {
      case "POST":
        return this.#post(request, context, session, owner);
      case "GET":
        return this.#stream(request, context, requireSession(session));
      case "DELETE":
        this.#sessions.end(requireSession(session));
        return { body: { status: 204, headers: {}, bytes: new Uint8Array() } };
    }
  }

  async #post(
    request: McpRequest,
    context: RequestContext,
    known: McpSession | undefined,
    owner: SessionOwner,
  ): Promise<McpReply> {
    const { message } = request;
    const method = isRecord(message) ? message["method"] : undefined;
    if (Array.isArray(message)) throw invalid("the body", "must be one message: batches are not supported");
    const created = method === "initialize" && known === undefined ? this.#sessions.create(owner) : undefined;
    const session = known ?? created;
    const reply = await this.#call(request, context, session, method === "subscriptions/listen").catch((error: unknown) => {
      if (created !== undefined) this.#sessions.end(created);
      throw error;
    });
    if (created === undefined || "stream" in reply) return reply;
    if (reply.body.status === 200) return { ...reply, headers: { [sessionHeader]: created.id } };
    this.#sessions.end(created);
    return reply;
  }

  async #call(
    { url, headers, message, query }: McpRequest,
    context: RequestContext,
    session: McpSession | undefined,
    isSubscription: boolean,
  ): Promise<McpReply> {
    const calls = new CallGuard(context);
    const { signal: left } = context;
    // A signal of its own, so that nothing of this request stays registered with the signal of the token.
    const ended = new AbortController();
    const end = (): void => ended.abort();
    const slot = isSubscription ? context.streams.open(context.principal.tokenId) : undefined;
    const release = (): void => {
      left.removeEventListener("abort", end);
      ended.abort();
      slot?.release();
    };
    let closed: Promise<void> | undefined;
    try {
      if (left.aborted) end();
      else left.addEventListener("abort", end, { once: true });
      const host = await hostOfRequest(context, this.#clientOf(query, session, context), calls);
      const response = await this.#handler.fetch(new Request(url, { method: "POST", headers, signal: ended.signal }), host, {
        parsedBody: message,
        watched: session?.watched,
        ...(slot !== undefined && { signal: endOfStream(context, slot.signal) }),
        onStream: (streamClosed) => (closed = streamClosed),
      });
      if (closed !== undefined && response.body !== null) {
        void closed.then(release);
        return { stream: response.body, closed, headers: streamHeaders };
      }
      return { body: await readAnswer(response) };
    } finally {
      if (closed === undefined) {
        release();
        await calls.untilIdle();
      }
    }
  }

  /** Opens the stream of a session, which has the changes that its client watches. */
  async #stream({ headers, query }: McpRequest, context: RequestContext, session: McpSession): Promise<StreamReply> {
    if (!(headers.get("accept") ?? "*/*").match(/text\/(?:event-stream|\*)|\*\/\*/))
      throw invalid("the header accept", "must allow text/event-stream");
    const host = await hostOfRequest(context, this.#clientOf(query, session, context), new CallGuard(context));
    const slot = context.streams.open(context.principal.tokenId);
    const replaced = new AbortController();
    const signal = AbortSignal.any([endOfStream(context, slot.signal), replaced.signal]);
    const { body, closed }: ChangeStream = streamChanges(host, { watched: session.watched, signal });
    void closed.then(slot.release);
    this.#sessions.attach(session, replaced, closed);
    return { stream: body, closed, headers: streamHeaders };
  }

  #clientOf(query: McpQuery, session: McpSession | undefined, context: RequestContext) {
    const name = query.session ?? session?.name;
    const { project, client } = ownerOf(context);
    const ofSession = (one: McpSession) => (one.violations ??= createPriorityQueue());
    return {
      session: name,
      tool: query.tool,
      violations: session === undefined ? this.#queues.get(JSON.stringify([project, client, name ?? null])) : ofSession(session),
      onSessionRule: () => {
        // The rules of a session that the client has named outlive those of the protocol.
        if (session !== undefined && name === session.name) session.hasRules = true;
      },
    };
  }

  /** @throws PreceptError `MCP_SESSION_UNKNOWN` */
  #sessionOf({ headers }: McpRequest, owner: SessionOwner): McpSession | undefined {
    const id = headers.get(sessionHeader);
    if (id === null) return undefined;
    const session = this.#sessions.find(id, owner);
    if (session === undefined) throw new PreceptError("MCP_SESSION_UNKNOWN", {});
    return session;
  }
}

function ownerOf({ principal, project }: RequestContext): SessionOwner {
  return { project: project.id, client: clientKey(principal) };
}

/** Identifies the client of a request: its token and its user, so that a token that gets another user does not take over the sessions. */
function clientKey({ tokenId, user }: Principal): string {
  return JSON.stringify([tokenId ?? null, user ?? null]);
}

/** A stream ends with the client, its token, the server or the project. */
function endOfStream({ signal, project }: RequestContext, stopping: AbortSignal): AbortSignal {
  return AbortSignal.any([signal, stopping, project.events.closed]);
}

/** Reads the answer to a call. The SDK begins to send it before it exists; as a whole, it has the right status, duration and end. */
async function readAnswer(response: Response): Promise<McpAnswer> {
  const type = response.headers.get("content-type");
  const bytes = new Uint8Array(await response.arrayBuffer());
  return { status: response.status, headers: type === null ? {} : { "content-type": type }, bytes };
}

/** @throws PreceptError `REQUEST_INVALID` */
function requireSession(session: McpSession | undefined): McpSession {
  if (session !== undefined) return session;
  throw invalid(`the header ${sessionHeader}`, "is missing: send the one that the answer to `initialize` had");
}

function invalid(part: string, detail: string): PreceptError<"REQUEST_INVALID"> {
  return new PreceptError("REQUEST_INVALID", {
    reasons: [`${part} ${detail}`],
    parts: [{ pointer: "", detail: `${part} ${detail}` }],
  });
}
