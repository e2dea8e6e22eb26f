import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ConnectionError } from "../connection-error.ts";
import { createTestRuntime } from "../../test/runtime.ts";
import { readRetryAfter, retryDelay } from "./retry-delay.ts";
import { Transport, type Answer, type OutgoingRequest } from "./transport.ts";

/** What a server answers: a status, perhaps with `Retry-After` in seconds, or nothing. */
type Outcome = { readonly status: number; readonly retryAfter?: number } | "network error" | "broken body";

const request: OutgoingRequest = { method: "GET", path: "/x", headers: {}, isRepeatable: true };

/** A transport whose server has these outcomes, and then the status 200. */
function openTransport(outcomes: readonly Outcome[], options: { readonly attempts?: number; readonly timeoutMs?: number } = {}) {
  const runtime = createTestRuntime();
  let requests = 0;
  const transport = new Transport({
    url: "http://127.0.0.1:1",
    runtime,
    timeoutMs: options.timeoutMs ?? 0,
    retry: { attempts: options.attempts ?? 4 },
    async fetch() {
      const outcome = outcomes[requests] ?? { status: 200 };
      requests += 1;
      if (outcome === "network error") throw new TypeError("fetch failed", { cause: new Error("connect ECONNREFUSED") });
      if (outcome === "broken body")
        return new Response(new ReadableStream({ pull: (stream) => stream.error(new Error("reset")) }));
      const headers = outcome.retryAfter === undefined ? {} : { "retry-after": String(outcome.retryAfter) };
      return new Response("{}", { status: outcome.status, headers });
    },
  });
  return { transport, runtime, requests: () => requests };
}

const anyOutcome: fc.Arbitrary<Outcome> = fc.oneof(
  fc.constantFrom<Outcome>("network error", "broken body"),
  fc.constantFrom(200, 400, 404, 500, 502, 503, 429).map((status) => ({ status })),
  fc.record({ status: fc.constantFrom(429, 503), retryAfter: fc.nat({ max: 20 }) }),
);

const isTemporary = (outcome: Outcome) => typeof outcome === "string" || outcome.status === 429 || outcome.status === 503;

describe("a request", () => {
  it("is repeated until the answer is final, as often and as long as allowed", async () => {
    const options = fc.record({ attempts: fc.integer({ min: 1, max: 6 }), timeoutMs: fc.constantFrom(0, 1000, 15_000) });
    await fc.assert(
      fc.asyncProperty(fc.array(anyOutcome, { maxLength: 8 }), options, async (outcomes, { attempts, timeoutMs }) => {
        const { transport, runtime, requests } = openTransport(outcomes, { attempts, timeoutMs });
        const answer = await transport.send(request).catch((error: unknown) => error);
        const sent = requests();
        expect(sent).toBeLessThanOrEqual(attempts);
        const all = [...outcomes, { status: 200 }];
        // All but the last attempt had a temporary problem. The last one is the result.
        expect(all.slice(0, sent - 1).every(isTemporary)).toBe(true);
        const last = all[sent - 1] ?? { status: 200 };
        const result = ConnectionError.is(answer, "UNREACHABLE") ? "no answer" : (answer as Answer).status;
        expect(result).toBe(typeof last === "string" ? "no answer" : last.status);
        const waited = runtime.sleeps.reduce((sum, delay) => sum + delay, 0);
        expect(timeoutMs === 0 || waited < timeoutMs).toBe(true);
        // Only the time limit ends the attempts earlier.
        expect(!isTemporary(last) || sent === attempts || timeoutMs > 0).toBe(true);
        runtime.sleeps.forEach((delay, at) => {
          const outcome = all[at];
          const requestedMs = typeof outcome === "object" && "retryAfter" in outcome ? (outcome.retryAfter ?? 0) * 1000 : 0;
          expect(delay).toBeGreaterThanOrEqual(requestedMs);
        });
      }),
      { numRuns: 300 },
    );
  });

  it("is sent once if it is not repeatable", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyOutcome, { minLength: 1, maxLength: 3 }), async (outcomes) => {
        const { transport, requests } = openTransport(outcomes);
        await transport.send({ ...request, method: "POST", isRepeatable: false }).catch(() => undefined);
        expect(requests()).toBe(1);
      }),
    );
  });

  it("reports whether an earlier attempt may have had an effect", async () => {
    const lost = openTransport(["broken body", { status: 412 }]);
    expect(await lost.transport.send(request)).toMatchObject({ status: 412, isOutcomeUnknown: true });
    const refused = openTransport([{ status: 503 }, { status: 412 }]);
    expect(await refused.transport.send(request)).toMatchObject({ status: 412, isOutcomeUnknown: false });
  });

  it("has the cause of a network error", async () => {
    const { transport } = openTransport(["network error"], { attempts: 1 });
    const error: unknown = await transport.send(request).catch((caught: unknown) => caught);
    expect(error).toMatchObject({
      code: "UNREACHABLE",
      message: "No answer from http://127.0.0.1:1: connect ECONNREFUSED",
      cause: expect.objectContaining({ message: "fetch failed" }),
    });
  });

  it("ends at its time limit, and when it is aborted", async () => {
    const transport = new Transport({
      url: "http://127.0.0.1:1",
      fetch: (_, init) =>
        new Promise((_resolve, reject) => init?.signal?.addEventListener("abort", () => reject(init.signal?.reason as Error))),
    });
    await expect(transport.send(request, { timeoutMs: 20 })).rejects.toMatchObject({ code: "TIMEOUT" });
    const controller = new AbortController();
    setTimeout(() => controller.abort(new Error("later")), 20);
    await expect(transport.send(request, { signal: controller.signal })).rejects.toThrow("later");
    await expect(transport.send(request, { signal: AbortSignal.abort(new Error("enough")) })).rejects.toThrow("enough");
  });
});

describe("the delay before a request", () => {
  it("doubles, is random, and has a limit", () => {
    const delays = { minDelayMs: 100, maxDelayMs: 1000 };
    const longest = [1, 2, 3, 4, 5, 2000].map((attempts) => retryDelay(attempts, delays, { random: () => 1 }));
    expect(longest).toEqual([100, 200, 400, 800, 1000, 1000]);
    expect(retryDelay(3, delays, { random: () => 0 })).toBe(200);
    expect(retryDelay(1, delays, { random: () => 1 }, 5000)).toBe(5000);
  });

  it.each([
    ["7", 7000],
    ["Fri, 02 Jan 2026 03:04:10 GMT", 5000],
    ["Fri, 02 Jan 2026 03:00:00 GMT", 0],
    ["soon", undefined],
    [null, undefined],
  ])("follows Retry-After: %j", (header, expected) => {
    expect(readRetryAfter(header, Date.parse("2026-01-02T03:04:05Z"))).toBe(expected);
  });
});

it.each(["ftp://127.0.0.1", "127.0.0.1:4141", "", "file:///etc"])("the address %j is refused", (url) => {
  expect(() => new Transport({ url })).toThrow(TypeError);
});

it("the address may have a path", () => {
  expect(new Transport({ url: "https://example.com/precept//?x=1#y" }).url).toBe("https://example.com/precept");
});
