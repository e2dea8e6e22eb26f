import { describe, expect, it } from "vitest";
import { createHttpEmbedder } from "../http.ts";
import { abortAfter } from "../../test/abort-after.ts";
import { answerWell, expectedVector, failed, quick, sendJson, startEmbeddingServer } from "../../test/embedding-server.ts";

describe("failures", () => {
  it.each([408, 429, 500, 502, 503])("with the status %i are repeated", async (status) => {
    const { url, requests } = await startEmbeddingServer((response, request) => {
      if (request.count <= 2) sendJson(response, { error: { message: "busy" } }, status);
      else answerWell(response, request);
    });
    await using embedder = createHttpEmbedder({ ...quick, url });
    expect(await embedder.embed(["a"], { kind: "document" })).toEqual([expectedVector("a")]);
    expect(requests).toHaveLength(3);
  });

  it.each([400, 401, 403, 404, 405, 409, 413, 422])("with the status %i are not repeated", async (status) => {
    const error = { message: "no", code: "model_not_found" };
    const { url, requests } = await startEmbeddingServer((response) => sendJson(response, { error }, status));
    await using embedder = createHttpEmbedder({ ...quick, url });
    const message = `The embedder "${quick.model} at ${url}/embeddings" failed: the endpoint answered with HTTP status ${status} (model_not_found).`;
    await expect(embedder.info()).rejects.toMatchObject({ ...failed, message });
    expect(requests).toHaveLength(1);
  });

  it("end after the last attempt", async () => {
    const { url, requests } = await startEmbeddingServer((response) => void response.writeHead(503).end());
    await using embedder = createHttpEmbedder({ ...quick, url });
    await expect(embedder.info()).rejects.toMatchObject({
      message: expect.stringContaining("HTTP status 503, after 3 attempts"),
    });
    expect(requests).toHaveLength(3);
    await using once = createHttpEmbedder({ ...quick, url, maxRetries: 0 });
    await expect(once.info()).rejects.toMatchObject(failed);
    expect(requests).toHaveLength(4);
  });

  it("of connections are repeated: closed ones, and ones that close in the middle of an answer", async () => {
    const { url, requests } = await startEmbeddingServer((response, request) => {
      if (request.count === 1) response.destroy();
      else if (request.count === 2) response.writeHead(200, { "content-length": "1000" }).write("{", () => response.destroy());
      else answerWell(response, request);
    });
    await using embedder = createHttpEmbedder({ ...quick, url });
    expect(await embedder.embed(["a"], { kind: "document" })).toEqual([expectedVector("a")]);
    expect(requests).toHaveLength(3);
  });

  it("name the error code if no server listens", async () => {
    const { url } = await startEmbeddingServer();
    const unused = new URL(url);
    unused.port = "1";
    await using embedder = createHttpEmbedder({ ...quick, url: unused.href });
    await expect(embedder.info()).rejects.toMatchObject({
      message: expect.stringMatching(/the connection to the endpoint failed/),
    });
  });

  it("include servers that do not answer, or stop in the middle of an answer", async () => {
    const { url, requests } = await startEmbeddingServer((response, request) => {
      if (request.count > 1) response.writeHead(200).write('{"data":');
    });
    await using embedder = createHttpEmbedder({ ...quick, url, timeoutMs: 50, maxRetries: 1 });
    await expect(embedder.info()).rejects.toMatchObject({
      message: expect.stringContaining("did not answer within 50 milliseconds, after 2 attempts"),
    });
    expect(requests).toHaveLength(2);
  });

  it("of one batch end the call, and the other requests", async () => {
    const { url, requests } = await startEmbeddingServer((response, request) => {
      if (request.texts.includes("c")) sendJson(response, {}, 400);
    });
    await using embedder = createHttpEmbedder({ ...quick, url, maxBatch: 1, maxConcurrency: 3 });
    await expect(embedder.embed([..."abcdefghij"], { kind: "document" })).rejects.toMatchObject(failed);
    expect(requests).toHaveLength(3);
  });

  it("leave the embedder usable", async () => {
    let isReady = false;
    const { url } = await startEmbeddingServer((response, request) => {
      if (isReady) answerWell(response, request);
      else sendJson(response, {}, 404);
    });
    await using embedder = createHttpEmbedder({ ...quick, url });
    await expect(embedder.info()).rejects.toMatchObject(failed);
    isReady = true;
    expect((await embedder.info()).dim).toBe(8);
  });
});

describe("Retry-After", () => {
  it("delays the repetition, in seconds or as a date", async () => {
    let opensAt = 0;
    const { url } = await startEmbeddingServer((response, request) => {
      if (request.count === 1) {
        // The timers of Node may be a millisecond early.
        opensAt = performance.now() + 995;
        sendJson(response, {}, 429, { "retry-after": "1" });
      } else if (performance.now() < opensAt) sendJson(response, { error: { code: "too_early" } }, 400);
      else if (request.count === 2) sendJson(response, {}, 503, { "retry-after": new Date(Date.now() - 5000).toUTCString() });
      else answerWell(response, request);
    });
    await using embedder = createHttpEmbedder({ ...quick, url });
    expect(await embedder.embed(["a"], { kind: "document" })).toEqual([expectedVector("a")]);
  });

  it("of more than a minute ends the call", async () => {
    const { url, requests } = await startEmbeddingServer((response) => sendJson(response, {}, 429, { "retry-after": "3600" }));
    await using embedder = createHttpEmbedder({ ...quick, url });
    await expect(embedder.info()).rejects.toMatchObject({ message: expect.stringContaining("asks to wait 3,600 seconds") });
    expect(requests).toHaveLength(1);
  });

  it("does not delay an abort or the disposal", async () => {
    const { url } = await startEmbeddingServer((response) => sendJson(response, {}, 429, { "retry-after": "59" }));
    const embedder = createHttpEmbedder({ ...quick, url });
    const reason = new Error("enough");
    await expect(embedder.info({ signal: abortAfter(50, reason) })).rejects.toBe(reason);
    const pending = embedder.info().catch((error: unknown) => error);
    await embedder[Symbol.asyncDispose]();
    expect(await pending).toMatchObject(failed);
  });
});

describe("an abort", () => {
  it("closes the connection of a request that is pending", async () => {
    let onClose = (): void => {};
    const closed = new Promise<void>((resolve) => {
      onClose = resolve;
    });
    const controller = new AbortController();
    const reason = new Error("enough");
    const { url } = await startEmbeddingServer((response) => {
      response.on("close", onClose);
      controller.abort(reason);
    });
    await using embedder = createHttpEmbedder({ ...quick, url, timeoutMs: 60_000 });
    await expect(embedder.embed(["a"], { kind: "document", signal: controller.signal })).rejects.toBe(reason);
    await closed;
  });

  it("ends a call whose fetch ignores the signal", async () => {
    const ignoring = (): Promise<never> => new Promise(() => {});
    const embedder = createHttpEmbedder({ ...quick, url: "http://127.0.0.1/v1", fetch: ignoring, timeoutMs: 60_000 });
    const reason = new Error("enough");
    await expect(embedder.info({ signal: abortAfter(10, reason) })).rejects.toBe(reason);
    const pending = embedder.info().catch((error: unknown) => error);
    await embedder[Symbol.asyncDispose]();
    expect(await pending).toMatchObject(failed);
  });
});
