import { propertyRuns } from "@precept/testing";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createHttpEmbedder } from "../http.ts";
import {
  answerBody,
  expectedVector,
  failed,
  quick,
  sendJson,
  startEmbeddingServer,
  toBase64,
} from "../../test/embedding-server.ts";

/** What a server does with one request. */
const behaviours = [
  "well",
  "reordered",
  "unindexed",
  "base64",
  429,
  500,
  "closed",
  "truncated",
  400,
  "garbage",
  "tooFew",
  "twice",
  "dimensions",
  "zeros",
] as const;
const good = new Set<unknown>(["well", "reordered", "unindexed", "base64"]);
const harmless = new Set<unknown>([...good, 429, 500, "closed", "truncated"]);

describe("under any sequence of failures", () => {
  it("each text gets the right vector, or the call rejects", async () => {
    let script: readonly (typeof behaviours)[number][] = [];
    let served = 0;
    const { url } = await startEmbeddingServer((response, request) => {
      const behaviour = script[served++ % script.length] ?? "well";
      const body = answerBody(request);
      if (typeof behaviour === "number") return sendJson(response, { error: { code: "busy" } }, behaviour);
      if (behaviour === "closed") return void response.destroy();
      if (behaviour === "truncated")
        return void response.writeHead(200, { "content-length": "100000" }).write(JSON.stringify(body), () => response.destroy());
      if (behaviour === "garbage") return void response.end("<html></html>");
      const [first] = body.data;
      const variants: Readonly<Record<string, typeof body.data>> = {
        reordered: body.data.toReversed(),
        unindexed: body.data.map(({ embedding }) => ({ embedding }) as never),
        base64: body.data.map((one) => ({ ...one, embedding: toBase64(one.embedding as number[]) })),
        tooFew: body.data.slice(1),
        twice: first === undefined ? [] : [...body.data.slice(1), { ...first, index: body.data.length }],
        dimensions: answerBody(request, 5).data,
        zeros: body.data.map((one) => ({ ...one, embedding: [0, 0, 0, 0, 0, 0, 0, 0] })),
      };
      sendJson(response, { ...body, data: variants[behaviour] ?? body.data });
    });
    let resolved = 0;
    let rejected = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...behaviours), { minLength: 1, maxLength: 6 }),
        fc.array(fc.string({ maxLength: 5 }), { minLength: 1, maxLength: 10 }),
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 1, max: 3 }),
        async (drawn, texts, maxBatch, maxConcurrency) => {
          [script, served] = [drawn, 0];
          await using embedder = createHttpEmbedder({ ...quick, url, maxBatch, maxConcurrency, dim: 8, maxRetries: 5 });
          const outcome = await embedder.embed(texts, { kind: "document" }).catch((error: unknown) => error);
          const expected = texts.map((text) => [...expectedVector(text)].map((value) => expect.closeTo(value, 5)));
          const isResolved = Array.isArray(outcome);
          if (isResolved) resolved++;
          else rejected++;
          const [found, wanted] = isResolved ? [outcome.map((vector: Float32Array) => [...vector]), expected] : [outcome, failed];
          expect({ found }).toMatchObject({ found: wanted });
          // With one request at a time and at most six behaviours, five repetitions reach a good answer.
          const mustResolve =
            maxConcurrency === 1 && drawn.some((one) => good.has(one)) && drawn.every((one) => harmless.has(one));
          expect(isResolved || !mustResolve).toBe(true);
        },
      ),
      { numRuns: propertyRuns({ sample: 100, full: 300 }) },
    );
    expect(Math.min(resolved, rejected)).toBeGreaterThan(5);
  });
});
