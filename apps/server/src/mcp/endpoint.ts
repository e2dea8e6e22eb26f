import { isRecord, PreceptError, type SharedState } from "@precept/core";
import { createPreceptHandler, createPriorityQueue, streamChanges, type PreceptHandler, type PriorityQueue } from "@precept/mcp";
import type { Logger } from "pino";
import { streamHeaders } from "../routes/events/stream-events.ts";
import type { RequestContext, StreamReply } from "../routes/handler.ts";
import { readVersion } from "../version.ts";
import { answerCall } from "./answer-call.ts";
import { CallGuard } from "./call-guard.ts";
import { hostOfRequest, type McpClient } from "./host-of-request.ts";
import { asksForStream, endOfStream, invalidRequest, type McpReply, type McpRequest } from "./mcp-request.ts";
import type { SessionOwner } from "./session-id.ts";
import type { McpSession, McpSessions } from "./sessions.ts";
import { SharedSessions } from "./shared-sessions.ts";
import { ViolationQueues } from "./violation-queues.ts";

const sessionHeader = "mcp-session-id";

interface McpEndpointOptions {
  readonly sessions: McpSessions;
  /** What servers share. Undefined: sessions belong to this server. */
  readonly state: SharedState | undefined;
  readonly log: Logger;
}

/** Answers the requests of MCP clients, in both generations of the protocol. Access was checked before, as for REST. */
export class McpEndpoint {
  readonly #handler: PreceptHandler;
  readonly #sessions: McpSessions;
  readonly #shared: SharedSessions | undefined;
  readonly #queues = new ViolationQueues();

  constructor({ sessions, state, log }: McpEndpointOptions) {
    this.#sessions = sessions;
    this.#shared = state && new SharedSessions({ state, onEnd: (session) => sessions.end(session), log });
    this.#handler = createPreceptHandler({
      version: readVersion(),
      // The server counts and limits streams itself.
      maxSubscriptions: Infinity,
      onError: (error) => log.debug({ err: error }, "MCP request refused"),
    });
  }

  /** @throws PreceptError `REQUEST_INVALID`, `MCP_SESSION_UNKNOWN`, `RATE_LIMITED`, `SERVER_STOPPING` */
  async answer(request: McpRequest, context: RequestContext): Promise<McpReply> {
    const owner = ownerOf(context);
    const session = await this.#find(request.headers.get(sessionHeader), owner);
    switch (request.method) {
      case "POST":
        return this.#post(request, context, session, owner);
      case "GET":
        return this.#stream(request, context, requireSession(session));
      case "DELETE":
        await this.#shared?.end(requireSession(session));
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
    if (Array.isArray(message)) throw invalidRequest("the body", "must be one message: batches are not supported");
    const method = isRecord(message) ? message["method"] : undefined;
    const created = method === "initialize" && known === undefined ? this.#sessions.create(owner) : undefined;
    const session = known ?? created;
    const before = new Set(session?.watched);
    let isOpened = false;
    try {
      const reply = await answerCall(request, context, {
        handler: this.#handler,
        client: this.#clientOf(request, context, session),
        watched: session?.watched,
        isSubscription: asksForStream(request),
      });
      if (session !== undefined) await this.#shared?.save(session, before);
      isOpened = "body" in reply && reply.body.status === 200;
      return created !== undefined && isOpened ? { ...reply, headers: { [sessionHeader]: created.id } } : reply;
    } finally {
      if (created !== undefined && !isOpened) this.#sessions.end(created);
    }
  }

  /** Opens the stream of a session, which has the changes that its client watches. */
  async #stream(request: McpRequest, context: RequestContext, session: McpSession): Promise<StreamReply> {
    if (!/text\/(?:event-stream|\*)|\*\/\*/.test(request.headers.get("accept") ?? "*/*"))
      throw invalidRequest("the header accept", "must allow text/event-stream");
    const host = await hostOfRequest(context, this.#clientOf(request, context, session), new CallGuard(context));
    const replaced = new AbortController();
    const signal = AbortSignal.any([endOfStream(context), replaced.signal]);
    const { body, closed } = streamChanges(host, { watched: session.watched, signal });
    this.#sessions.attach(session, replaced, closed);
    this.#shared?.follow(session, closed);
    return { stream: body, closed, headers: streamHeaders };
  }

  #clientOf({ query }: McpRequest, context: RequestContext, session: McpSession | undefined): McpClient {
    const name = query.session ?? session?.name;
    const { project, client } = ownerOf(context);
    return {
      session: name,
      tool: query.tool,
      sessionType: query.session_type,
      violations: session === undefined ? this.#queues.get(JSON.stringify([project, client, name ?? null])) : queueOf(session),
      onSessionRule: () => {
        // The rules of a session that the client has named outlive those of the protocol.
        if (session !== undefined && name === session.name) session.hasRules = true;
      },
    };
  }

  /** @throws PreceptError `MCP_SESSION_UNKNOWN` */
  async #find(id: string | null, owner: SessionOwner): Promise<McpSession | undefined> {
    if (id === null) return undefined;
    const session = this.#sessions.find(id, owner);
    if (session === undefined) throw new PreceptError("MCP_SESSION_UNKNOWN", {});
    if (this.#shared === undefined || (await this.#shared.refresh(session))) return session;
    this.#sessions.end(session);
    throw new PreceptError("MCP_SESSION_UNKNOWN", {});
  }
}

/** The token and its user, so that a token that gets another user does not take over the sessions. */
function ownerOf({ principal: { tokenId, user }, project }: RequestContext): SessionOwner {
  return { project: project.id, client: JSON.stringify([tokenId ?? null, user ?? null]) };
}

function queueOf(session: McpSession): PriorityQueue {
  return (session.violations ??= createPriorityQueue());
}

/** @throws PreceptError `REQUEST_INVALID` */
function requireSession(session: McpSession | undefined): McpSession {
  if (session !== undefined) return session;
  throw invalidRequest(`the header ${sessionHeader}`, "is missing: send the one that the answer to `initialize` had");
}
