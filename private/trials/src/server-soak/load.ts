import autocannon from "autocannon";

export interface LoadOptions {
  /** The address of the server. */
  readonly url: string;
  readonly seconds: number;
  readonly connections: number;
  /** Returns what is known when a request is sent. It is passed to `check` with the answer. */
  readonly floor: () => number;
  readonly check: (text: string, floor: number) => void;
  readonly fail: (reason: string) => void;
}

const prompt = "fix the cart";
const files = ["src/part-7/cart.tsx"];
const json = { "content-type": "application/json" };

/** The same question over REST and over MCP, which take turns. */
const questions = [
  { path: "/api/v1/resolve", headers: json, body: JSON.stringify({ prompt, files }) },
  {
    path: "/api/v1/mcp",
    headers: { ...json, accept: "application/json, text/event-stream" },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "rules_for_files", arguments: { prompt, files } },
    }),
  },
];

/** Sends requests on several connections for some seconds, each as soon as the one before is answered, and checks every answer. */
export async function loadServer({ url, seconds, connections, floor, check, fail }: LoadOptions): Promise<{ requests: number }> {
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    method: "POST",
    requests: questions.map((question) => ({
      ...question,
      setupRequest: (request, context) => {
        (context as { floor?: number }).floor = floor();
        return request;
      },
      onResponse: (status, text, context) => {
        if (status === 200) check(text, (context as { floor?: number }).floor ?? 0);
        else fail(`status ${status}: ${text.slice(0, 200)}`);
      },
    })),
  });
  if (result.errors > 0) fail(`${result.errors} requests failed, ${result.timeouts} of them without an answer in time`);
  return { requests: result.requests.total };
}
