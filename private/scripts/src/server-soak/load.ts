import autocannon from "autocannon";

export interface LoadOptions {
  readonly url: string;
  readonly seconds: number;
  readonly connections: number;
  /** Returns what is known when a request is sent. It is passed to `check` with the answer. */
  readonly floor: () => number;
  readonly check: (text: string, floor: number) => void;
  readonly fail: (reason: string) => void;
}

const body = JSON.stringify({ prompt: "fix the cart", files: ["src/part-7/cart.tsx"] });

/** Sends requests on several connections for some seconds, each as soon as the one before is answered, and checks every answer. */
export async function loadServer({ url, seconds, connections, floor, check, fail }: LoadOptions): Promise<{ requests: number }> {
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    method: "POST",
    headers: { "content-type": "application/json" },
    requests: [
      {
        body,
        setupRequest: (request, context) => {
          (context as { floor?: number }).floor = floor();
          return request;
        },
        onResponse: (status, text, context) => {
          if (status === 200) check(text, (context as { floor?: number }).floor ?? 0);
          else fail(`status ${status}: ${text.slice(0, 200)}`);
        },
      },
    ],
  });
  if (result.errors > 0) fail(`${result.errors} requests failed, ${result.timeouts} of them without an answer in time`);
  return { requests: result.requests.total };
}
