import * as fc from "fast-check";
import { expect, it } from "vitest";
import { brokenRequests, type SentRequest } from "./testing/broken-request.ts";
import { findBreach } from "./testing/find-breach.ts";
import { principalInToken } from "./testing/principal-in-token.ts";
import { startTestServer } from "./testing/test-server.ts";

// PRECEPT_CONTRACT_RUNS=100000 tries more requests, PRECEPT_CONTRACT_SEED=1 other ones. A failure prints its seed.
const { PRECEPT_CONTRACT_RUNS: runs = "10000", PRECEPT_CONTRACT_SEED: seed } = process.env;

/** A server that has not answered after this time hangs, in milliseconds. */
const timeLimit = 10_000;

const authorizations = ["Bearer ann:editor", "Bearer ann:admin", "Bearer :reader", "Bearer bob:editor:elsewhere"];

const files = {
  "shop/.precept/config.yaml": "store:\n  sqlite: true\n",
  "shop/.precept/rules/style.md": "---\nname: style\ndescription: Style.\n---\nUse named exports.\n",
  "home/users/ann/rules/own.md": "---\nname: own\ndescription: Own.\n---\nUse tabs.\n",
};

it("answers every malformed request with a documented status and a problem", { timeout: 600_000 }, async () => {
  const { server } = await startTestServer(files, {
    authenticator: principalInToken,
    limits: { requestsPerMinute: Infinity, failedAuthenticationsPerMinute: Infinity },
  });
  const seen = new Set<number>();
  await fc.assert(
    fc.asyncProperty(brokenRequests(authorizations), async (sent) => {
      const request = toRequest(sent);
      fc.pre(request !== undefined);
      const response = await answerInTime(server.fetch(request));
      seen.add(response.status);
      expect(await findBreach(sent, new URL(request.url).pathname, response)).toBeUndefined();
    }),
    { numRuns: Number(runs), ...(seed !== undefined && { seed: Number(seed) }), maxSkipsPerRun: 10 },
  );
  // The generator reaches the checks of all parts of a request.
  expect([...seen]).toEqual(expect.arrayContaining([200, 204, 400, 401, 403, 404, 405, 415]));
});

/** @returns undefined if no client could send the request. */
function toRequest({ method, path, headers, body }: SentRequest): Request | undefined {
  try {
    return new Request(`http://127.0.0.1${path}`, { method, headers, ...(body !== undefined && { body }) });
  } catch {
    return undefined;
  }
}

async function answerInTime(response: Promise<Response>): Promise<Response> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer in ${timeLimit} ms.`)), timeLimit);
  });
  try {
    return await Promise.race([response, limit]);
  } finally {
    clearTimeout(timer);
  }
}
