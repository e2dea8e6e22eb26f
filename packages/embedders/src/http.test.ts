import { inspect } from "node:util";
import { eachLine, startScript } from "@precept/testing";
import { describe, expect, it } from "vitest";
import { createHttpEmbedder, type HttpEmbedderOptions } from "./http.ts";
import { describeEmbedderContract } from "../test/embedder-contract.ts";
import { answerWell, expectedVector, failed, quick, serverDim, startEmbeddingServer } from "../test/embedding-server.ts";

describeEmbedderContract("An HTTP endpoint", {
  open: async (options) => {
    const { url } = await startEmbeddingServer();
    return createHttpEmbedder({ ...quick, ...options, url, revision: "1", maxBatch: 4 });
  },
  openBroken: async () => {
    const { url } = await startEmbeddingServer((response) => void response.writeHead(404).end());
    return createHttpEmbedder({ ...quick, url });
  },
});

describe("requests", () => {
  it("have the format of OpenAI and Ollama, and the key in a header", async () => {
    const { url, requests } = await startEmbeddingServer();
    await using embedder = createHttpEmbedder({ ...quick, url, apiKey: "sk-1", headers: { "x-team": "cart" } });
    await embedder.embed(["use tabs"], { kind: "document" });
    const [{ request, model, texts } = {}] = requests;
    expect({ model, texts }).toEqual({ model: quick.model, texts: ["use tabs"] });
    expect(request?.method).toBe("POST");
    expect(request?.headers).toMatchObject({
      authorization: "Bearer sk-1",
      "x-team": "cart",
      "content-type": "application/json",
    });
  });

  it("go to the endpoint of an address with or without a path", async () => {
    const { url, requests } = await startEmbeddingServer();
    for (const address of [new URL(url).origin, url, `${url}/`, `${url}/embeddings`]) {
      await using embedder = createHttpEmbedder({ ...quick, url: address });
      await embedder.info();
    }
    expect(requests).toHaveLength(4);
  });

  it("are not sent when an embedder is created or disposed of, and not for an empty list of texts", async () => {
    const { url, requests } = await startEmbeddingServer();
    const embedder = createHttpEmbedder({ ...quick, url });
    await embedder.embed([], { kind: "document" });
    await embedder[Symbol.asyncDispose]();
    expect(requests).toEqual([]);
  });

  it("have a limited number of texts and characters, and are concurrent up to a limit", async () => {
    let running = 0;
    let highest = 0;
    const { url, requests } = await startEmbeddingServer((response, request) => {
      highest = Math.max(highest, ++running);
      setTimeout(() => {
        running--;
        answerWell(response, request);
      }, 5);
    });
    await using embedder = createHttpEmbedder({ ...quick, url, maxBatch: 3, maxBatchCharacters: 20, maxConcurrency: 2 });
    const texts = ["a", "b", "c", "d", "x".repeat(15), "y".repeat(15), "z".repeat(50), "e"];
    const vectors = await Promise.all([embedder.embed(texts, { kind: "document" }), embedder.embed(texts, { kind: "query" })]);
    expect(vectors).toEqual([texts.map((text) => expectedVector(text)), texts.map((text) => expectedVector(text))]);
    expect(requests.map((one) => one.texts.join("").length).filter((length) => length > 20)).toEqual([50, 50]);
    expect(Math.max(...requests.map((one) => one.texts.length))).toBe(3);
    expect(highest).toBe(2);
  });

  it("replace unpaired surrogates, which are not valid UTF-8", async () => {
    const { url, requests } = await startEmbeddingServer();
    await using embedder = createHttpEmbedder({ ...quick, url });
    await embedder.embed(["a\uD800b\u{1F600}"], { kind: "document" });
    expect(requests[0]?.texts).toEqual(["a\uFFFDb\u{1F600}"]);
  });
});

describe("a process that requested vectors", () => {
  it("ends by itself, without disposing of the embedder", async () => {
    const { url } = await startEmbeddingServer();
    const script = `
      import { createHttpEmbedder } from "@precept/embedders/http";
      const embedder = createHttpEmbedder({ url: process.argv[2], model: "m" });
      const [vector] = await embedder.embed(["use tabs"], { kind: "query" });
      console.log(vector.length);`;
    const child = startScript(script, { cwd: import.meta.dirname, args: [url] });
    const lines: string[] = [];
    await eachLine(child, (line) => lines.push(line));
    expect([lines, child.exitCode]).toEqual([[String(serverDim)], 0]);
  });
});

describe("options", () => {
  const url = "http://127.0.0.1:1/v1";
  it.each<Partial<HttpEmbedderOptions>>([
    { url: "" },
    { url: "localhost:11434" },
    { url: "file:///etc/passwd" },
    { url: "https://user:sk-secret@models.example/v1" },
    { model: " " },
    { apiKey: "" },
    { apiKey: "sk-secret\n" },
    { apiKey: "sk-secret ü" },
    { headers: { "x-key": "sk-secret\r\nx: y" } },
    { headers: { "x key": "sk-secret" } },
    { dim: 0 },
    { maxBatch: 0 },
    { maxBatchCharacters: 1.5 },
    { maxConcurrency: 0 },
    { timeoutMs: Number.NaN },
    { maxRetries: -1 },
    { retryDelayMs: Infinity },
  ])("that are invalid fail at creation, without quoting a secret: %o", (options) => {
    let thrown: unknown;
    try {
      createHttpEmbedder({ ...quick, url, ...options });
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toMatchObject(failed);
    expect(inspect(thrown, { depth: 10, showHidden: true })).not.toContain("sk-secret");
  });
});
