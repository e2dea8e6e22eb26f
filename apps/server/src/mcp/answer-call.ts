import { withoutUndefined } from "@precept/core";
import type { PreceptHandler } from "@precept/mcp";
import { streamHeaders } from "../routes/events/stream-events.ts";
import type { RequestContext } from "../routes/handler.ts";
import { CallGuard } from "./call-guard.ts";
import { hostOfRequest, type McpClient } from "./host-of-request.ts";
import { endOfStream, type McpAnswer, type McpReply, type McpRequest } from "./mcp-request.ts";

export interface AnswerCallOptions {
  readonly handler: PreceptHandler;
  readonly client: McpClient;
  /** The resources that the session of the client watches. Undefined: it has no session. */
  readonly watched: Set<string> | undefined;
  /** Whether the message asks for a stream of changes. */
  readonly isSubscription: boolean;
}

/** Answers a message. Resolves after all its work, even if the client has left, so that the project stays open. */
export async function answerCall(
  { url, headers, query, message }: McpRequest,
  context: RequestContext,
  { handler, client, watched, isSubscription }: AnswerCallOptions,
): Promise<McpReply> {
  const calls = new CallGuard(context);
  const { signal: left } = context;
  // A signal of its own, so that nothing of this request stays registered with the signal of the token.
  const ended = new AbortController();
  const end = (): void => ended.abort();
  const release = (): void => {
    left.removeEventListener("abort", end);
    ended.abort();
  };
  let closed: Promise<void> | undefined;
  try {
    if (left.aborted) end();
    else left.addEventListener("abort", end, { once: true });
    const request = new Request(url, { method: "POST", headers, signal: ended.signal });
    const response = await handler.fetch(request, await hostOfRequest(context, client, calls), {
      parsedBody: message,
      ...withoutUndefined({ tools: query.tools, policyTools: query.policy_tools }),
      watched,
      signal: isSubscription ? endOfStream(context) : undefined,
      onStream: (streamClosed) => (closed = streamClosed),
    });
    if (closed === undefined || response.body === null) return { body: await readAnswer(response) };
    void closed.then(release);
    return { stream: response.body, closed, headers: streamHeaders };
  } finally {
    if (closed === undefined) {
      release();
      await calls.untilIdle();
    }
  }
}

/** Reads the whole answer: the SDK begins to send it before it exists, so with wrong status and duration. */
async function readAnswer(response: Response): Promise<McpAnswer> {
  const type = response.headers.get("content-type");
  const bytes = new Uint8Array(await response.arrayBuffer());
  return { status: response.status, headers: type === null ? {} : { "content-type": type }, bytes };
}
