import { describe, expect, it } from "vitest";
import { createHttpEmbedder, type HttpEmbedderOptions } from "../http.ts";
import {
  answerBody,
  expectedVector,
  failed,
  quick,
  rawVector,
  sendJson,
  startEmbeddingServer,
  toBase64,
} from "../../test/embedding-server.ts";

describe("answers", () => {
  it("may have vectors in another order, with their index", async () => {
    const { url } = await startEmbeddingServer((response, request) => {
      const body = answerBody(request);
      sendJson(response, { ...body, data: body.data.toReversed() });
    });
    await using embedder = createHttpEmbedder({ ...quick, url });
    const texts = ["a", "b", "c"];
    expect(await embedder.embed(texts, { kind: "document" })).toEqual(texts.map((text) => expectedVector(text)));
  });

  it("may have vectors in base64", async () => {
    const { url } = await startEmbeddingServer((response, request) => {
      const data = request.texts.map((text, index) => ({ index, embedding: toBase64(rawVector(text)) }));
      sendJson(response, { data });
    });
    await using embedder = createHttpEmbedder({ ...quick, url });
    const [vector] = await embedder.embed(["a"], { kind: "document" });
    expect([...(vector ?? [])]).toEqual([...expectedVector("a")].map((value) => expect.closeTo(value, 5)));
  });

  const item = { index: 0, embedding: [1, 2] };
  const defects: Readonly<Record<string, unknown>> = {
    "no object": 1,
    "no list": { error: { message: "loading" } },
    "too few vectors": { data: [item] },
    "too many vectors": { data: [item, { ...item, index: 1 }, { ...item, index: 2 }] },
    "an index twice": { data: [item, item] },
    "an index of no text": { data: [item, { ...item, index: 2 }] },
    "one vector without index": { data: [item, { embedding: [1, 2] }] },
    "an index that is a text": { data: [item, { ...item, index: "1" }] },
    "an empty vector": { data: [item, { index: 1, embedding: [] }] },
    "a vector of zeros": { data: [item, { index: 1, embedding: [0, 0] }] },
    "a vector with null, which NaN becomes": { data: [item, { index: 1, embedding: [1, null] }] },
    "a vector without finite length": { data: [item, { index: 1, embedding: [1e300, 1e300] }] },
    "vectors of different dimensions": { data: [item, { index: 1, embedding: [1, 2, 3] }] },
    "invalid base64": { data: [item, { index: 1, embedding: "AAAA AAA" }] },
    "base64 of other than 4 bytes per number": { data: [item, { index: 1, embedding: "AAAAAAA=" }] },
    "base64 of NaN": { data: [item, { index: 1, embedding: toBase64([1, Number.NaN]) }] },
    "null instead of a vector": { data: [item, null] },
  };
  it.each(Object.entries(defects))("with %s are failures, and are not requested again", async (_, body) => {
    const { url, requests } = await startEmbeddingServer((response) => sendJson(response, body));
    await using embedder = createHttpEmbedder({ ...quick, url });
    await expect(embedder.embed(["a", "b"], { kind: "document" })).rejects.toMatchObject(failed);
    expect(requests).toHaveLength(1);
  });

  it.each(["", "<html>", "[", '{"data":', "null", "\u0000"])("with the body %j are failures", async (body) => {
    const { url } = await startEmbeddingServer((response) => void response.end(body));
    await using embedder = createHttpEmbedder({ ...quick, url });
    await expect(embedder.embed(["a"], { kind: "document" })).rejects.toMatchObject(failed);
  });

  it("that never end are cut off at 64 MB", async () => {
    const part = Buffer.alloc(1_000_000, " ");
    let sent = 0;
    const { url } = await startEmbeddingServer((response) => {
      const write = (): void => {
        while (!response.destroyed && response.write(part)) sent += part.length;
        sent += part.length;
      };
      response.on("drain", write);
      write();
    });
    await using embedder = createHttpEmbedder({ ...quick, url, timeoutMs: 60_000 });
    await expect(embedder.info()).rejects.toMatchObject({ message: expect.stringContaining("64,000,000 bytes") });
    expect(sent).toBeLessThan(200_000_000);
  });
});

describe("vectors are never mixed", () => {
  it("if the endpoint changes the number of dimensions", async () => {
    let dim = 8;
    const { url } = await startEmbeddingServer((response, request) => sendJson(response, answerBody(request, dim)));
    await using embedder = createHttpEmbedder({ ...quick, url });
    expect((await embedder.info()).dim).toBe(8);
    dim = 12;
    const message = expect.stringContaining("12 dimensions instead of 8");
    await expect(embedder.embed(["a"], { kind: "document" })).rejects.toMatchObject({ ...failed, message });
    dim = 8;
    expect(await embedder.embed(["a"], { kind: "document" })).toEqual([expectedVector("a")]);
  });

  it("if only one batch of a call has another number of dimensions", async () => {
    const { url } = await startEmbeddingServer((response, request) =>
      sendJson(response, answerBody(request, request.texts.includes("e") ? 9 : 8)),
    );
    await using embedder = createHttpEmbedder({ ...quick, url, maxBatch: 2 });
    await expect(embedder.embed([..."abcdef"], { kind: "document" })).rejects.toMatchObject(failed);
  });

  it("if the endpoint names another model than before", async () => {
    let model = "a";
    const { url } = await startEmbeddingServer((response, request) => sendJson(response, { ...answerBody(request), model }));
    await using embedder = createHttpEmbedder({ ...quick, url });
    await embedder.info();
    model = "b";
    await expect(embedder.embed(["a"], { kind: "document" })).rejects.toMatchObject(failed);
  });

  it("if the number of dimensions is not the configured one, also for later calls", async () => {
    const { url } = await startEmbeddingServer();
    await using embedder = createHttpEmbedder({ ...quick, url, dim: 1536 });
    const message = expect.stringContaining("8 dimensions instead of 1536");
    await expect(embedder.info()).rejects.toMatchObject({ ...failed, message });
    await expect(embedder.embed(["a"], { kind: "query" })).rejects.toMatchObject({ ...failed, message });
  });

  it("between two endpoints, two models or two models behind one name, because their ids differ", async () => {
    const answerAs = (served: string | undefined) =>
      startEmbeddingServer((response, request) => sendJson(response, { ...answerBody(request), model: served }));
    const servers = [await answerAs("m"), await answerAs(undefined), await answerAs("other")];
    const idOf = async (options: HttpEmbedderOptions): Promise<string> => {
      await using embedder = createHttpEmbedder(options);
      return (await embedder.info()).id;
    };
    const [first = { url: "" }, , other = { url: "" }] = servers;
    const addresses = [...servers.map(({ url }) => url), `${first.url}/embeddings?key=1`];
    const ids = await Promise.all(addresses.map((url) => idOf({ ...quick, model: "m", url })));
    expect(new Set(ids).size).toBe(4);
    const host = new URL(first.url).host.replace(":", "%3A");
    expect(ids[0]).toBe(`http:m:${host}/v1:8`);
    const certain = await Promise.all(servers.map(({ url }) => idOf({ ...quick, model: "m", url, revision: "2" })));
    expect(certain).toEqual(["http:m:2:8", "http:m:2:8", "http:m=other:2:8"]);
    expect(await idOf({ ...quick, model: "other", url: other.url, revision: "2" })).toBe("http:other:2:8");
  });
});
