import { positionHeader } from "@precept/contract/values";
import type { Cluster } from "./cluster.ts";

/** How long a client waits for an answer, in milliseconds. */
const patienceMs = 15_000;

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

export interface Call {
  readonly method?: string;
  readonly body?: object | undefined;
  readonly position?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends a request to a server. @returns undefined if there is no answer: it is not known whether the server did it. */
export async function send(
  { members, token }: Pick<Cluster, "members" | "token">,
  server: number,
  path: string,
  { method, body, position, headers = {} }: Call = {},
): Promise<Answer | undefined> {
  try {
    const response = await fetch(`${members[server]?.url}${path}`, {
      method: method ?? (body === undefined ? "GET" : "POST"),
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { "content-type": "application/json" }),
        ...(position !== undefined && { [positionHeader]: position }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(patienceMs),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: parse(text) };
  } catch {
    return undefined;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
