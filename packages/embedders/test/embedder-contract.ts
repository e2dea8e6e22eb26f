import { PreceptError, type CancelSignal, type Embedder } from "@precept/core";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PrefixOptions } from "../src/prefix.ts";

/** The embedder under test. */
export interface EmbedderUnderTest {
  /** Opens an embedder. All embedders of one test return the same vectors. The test that calls it disposes of it. */
  readonly open: (options?: PrefixOptions) => Promise<Embedder>;
  /** Opens an embedder whose model or endpoint does not exist. */
  readonly openBroken: () => Promise<Embedder>;
}

const words = ["use", "tabs", "write", "tests", "never", "log", "a", "secret", "", "Ünïcödé", "\uD800", "数据库", "?!"];
const text = fc.array(fc.constantFrom(...words), { maxLength: 12 }).map((some) => some.join(" "));

/** Checks what every embedder guarantees. */
export function describeEmbedderContract(name: string, { open, openBroken }: EmbedderUnderTest): void {
  describe(`${name}, as an embedder`, () => {
    it("returns one vector of length 1 for each text, in order, however many texts a call has", async () => {
      await using embedder = await open();
      const { dim } = await embedder.info();
      await fc.assert(
        fc.asyncProperty(
          fc.array(text, { maxLength: 12 }),
          fc.constantFrom("query" as const, "document" as const),
          async (texts, kind) => {
            const vectors = await embedder.embed(texts, { kind });
            const single = await Promise.all(texts.map(async (one) => (await embedder.embed([one], { kind }))[0]));
            // Comparing numbers one by one would take most of the time.
            expect(vectors.map(String)).toEqual(single.map(String));
            for (const vector of vectors) {
              expect(vector).toBeInstanceOf(Float32Array);
              expect(vector).toHaveLength(dim);
              expect(Math.hypot(...vector)).toBeCloseTo(1, 5);
            }
          },
        ),
        { numRuns: 100 },
      );
    });

    it("returns different vectors for different texts", async () => {
      await using embedder = await open();
      const [tabs, tests] = await embedder.embed(["use tabs", "write tests"], { kind: "document" });
      expect(tabs).not.toEqual(tests);
    });

    it("returns the same vector for the same text after it was opened again, with the same id", async () => {
      const results: unknown[] = [];
      for (let opened = 0; opened < 2; opened++) {
        await using embedder = await open();
        results.push([await embedder.info(), await embedder.embed(["use tabs"], { kind: "query" })]);
      }
      expect(results[1]).toEqual(results[0]);
    });

    it("returns vectors that do not share memory", async () => {
      await using embedder = await open();
      const [first, second] = await embedder.embed(["use tabs", "use tabs"], { kind: "document" });
      first?.fill(0);
      expect(second?.some((value) => value !== 0)).toBe(true);
    });

    it("adds the prefix of the kind", async () => {
      await using plain = await open();
      await using prefixed = await open({ queryPrefix: "query ", documentPrefix: "rule " });
      const expected = await plain.embed(["query use tabs", "rule use tabs"], { kind: "query" });
      const query = await prefixed.embed(["use tabs"], { kind: "query" });
      const document = await prefixed.embed(["use tabs"], { kind: "document" });
      expect([...query, ...document]).toEqual(expected);
    });

    it("has another id with another document prefix, and the same id with another query prefix", async () => {
      await using plain = await open();
      await using queries = await open({ queryPrefix: "query " });
      await using documents = await open({ documentPrefix: "rule " });
      const { id } = await plain.info();
      expect((await queries.info()).id).toBe(id);
      expect((await documents.info()).id).not.toBe(id);
    });

    it("has an id of the form provider:model:revision:dim", async () => {
      await using embedder = await open();
      const { id, dim, maxBatch } = await embedder.info();
      expect(id.split(":")).toHaveLength(4);
      expect(id.endsWith(`:${dim}`)).toBe(true);
      expect(maxBatch).toBeGreaterThan(0);
      expect(await embedder.info()).toEqual({ id, dim, maxBatch });
    });

    it("returns nothing for no texts", async () => {
      await using embedder = await open();
      expect(await embedder.embed([], { kind: "document" })).toEqual([]);
    });

    it("rejects with the reason of a signal that is aborted before or during a call, and works afterwards", async () => {
      await using embedder = await open();
      const texts = Array.from({ length: 200 }, (_, at) => `rule ${at}`);
      const before = new Error("before");
      await expect(embedder.embed(texts, { kind: "document", signal: AbortSignal.abort(before) })).rejects.toBe(before);
      await expect(embedder.info({ signal: AbortSignal.abort(before) })).rejects.toBe(before);
      const controller = new AbortController();
      const pending = embedder.embed(texts, { kind: "document", signal: controller.signal });
      const during = new Error("during");
      controller.abort(during);
      await expect(pending).rejects.toBe(during);
      expect(await embedder.embed(["use tabs"], { kind: "document" })).toHaveLength(1);
    });

    it("stops when a signal that can only be polled is aborted", async () => {
      await using embedder = await open();
      await embedder.info();
      const reason = new Error("polled");
      let polls = 0;
      const signal: CancelSignal = {
        get aborted() {
          return polls > 3;
        },
        throwIfAborted() {
          polls++;
          if (polls > 3) throw reason;
        },
      };
      const texts = Array.from({ length: 200 }, (_, at) => `rule ${at}`);
      await expect(embedder.embed(texts, { kind: "document", signal })).rejects.toBe(reason);
    });

    it("rejects pending and later calls when it is disposed of", async () => {
      const embedder = await open();
      const texts = Array.from({ length: 200 }, (_, at) => `rule ${at}`);
      const pending = embedder.embed(texts, { kind: "document" }).catch((error: unknown) => error);
      await embedder[Symbol.asyncDispose]();
      expect(PreceptError.is(await pending, "EMBEDDER_FAILED")).toBe(true);
      await expect(embedder.embed(["use tabs"], { kind: "query" })).rejects.toMatchObject({ code: "EMBEDDER_FAILED" });
      await expect(embedder.info()).rejects.toMatchObject({ code: "EMBEDDER_FAILED" });
      await embedder[Symbol.asyncDispose]();
    });

    it("fails with EMBEDDER_FAILED, again and again, without its model or endpoint", async () => {
      await using embedder = await openBroken();
      await expect(embedder.info()).rejects.toMatchObject({ code: "EMBEDDER_FAILED" });
      await expect(embedder.embed(["use tabs"], { kind: "query" })).rejects.toMatchObject({ code: "EMBEDDER_FAILED" });
    });
  });
}
