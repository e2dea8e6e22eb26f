import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { createHttpEmbedder } from "../http.ts";
import { failed, quick, sendJson, startEmbeddingServer } from "../../test/embedding-server.ts";

describe("keys and texts stay confidential", () => {
  const key = "sk-secret-0123456789";
  const text = "the cart uses a secret algorithm";

  it("in every failure, even if the endpoint repeats them", async () => {
    const echoes = [
      { error: { message: `${key} ${text}`, code: key, type: text } },
      { error: { message: `${key} ${text}`, code: "x".concat(key) } },
      { error: { message: "no", type: "algorithm" } },
      { data: [{ index: 0, embedding: text }], model: key },
    ];
    const statuses = [200, 302, 400, 401, 404, 500];
    for (const status of statuses) {
      for (const echo of echoes) {
        const location = `http://127.0.0.1:1/${encodeURIComponent(key)}?q=${encodeURIComponent(text)}`;
        const { url } = await startEmbeddingServer((response) => sendJson(response, echo, status, { location }));
        await using embedder = createHttpEmbedder({ ...quick, url, apiKey: key, maxRetries: 0 });
        const error = await embedder.embed([text], { kind: "document" }).catch((one: unknown) => one);
        expect(error).toMatchObject(failed);
        expect(inspect(error, { depth: 10, showHidden: true })).not.toMatch(/sk-secret|algorithm/);
      }
    }
  });

  it("in the failure of a fetch that quotes its request", async () => {
    const quoting: typeof fetch = (_, init) =>
      Promise.reject(new Error(inspect(init, { depth: 5 }) + JSON.stringify([...new Headers(init?.headers)])));
    await using embedder = createHttpEmbedder({
      ...quick,
      url: "http://127.0.0.1/v1",
      fetch: quoting,
      apiKey: key,
      maxRetries: 0,
    });
    const error = await embedder.embed([text], { kind: "document" }).catch((one: unknown) => one);
    expect(inspect(error, { depth: 10 })).not.toMatch(/sk-secret|algorithm/);
  });

  it("when the embedder is printed", () => {
    const embedder = createHttpEmbedder({ ...quick, url: "http://127.0.0.1/v1?key=sk-secret-1", apiKey: key });
    expect(inspect(embedder, { depth: 10, showHidden: true }) + JSON.stringify(embedder)).not.toContain("sk-secret");
  });

  it.each([301, 302, 303, 307, 308])("when the endpoint redirects with the status %i", async (status) => {
    const other = await startEmbeddingServer();
    const { url } = await startEmbeddingServer(
      (response) => void response.writeHead(status, { location: `${other.url}/embeddings?token=1` }).end(),
    );
    await using embedder = createHttpEmbedder({ ...quick, url, apiKey: key });
    const message = expect.stringContaining(`redirects to ${other.url}/embeddings (HTTP status ${status})`);
    await expect(embedder.embed([text], { kind: "document" })).rejects.toMatchObject({ ...failed, message });
    expect(other.requests).toEqual([]);
  });

  it("when they would be sent unencrypted to another machine", () => {
    const url = "http://models.example:8080/v1";
    expect(() => createHttpEmbedder({ ...quick, url, apiKey: key })).toThrow(expect.objectContaining(failed));
    expect(() => createHttpEmbedder({ ...quick, url, headers: { "x-key": key } })).toThrow(expect.objectContaining(failed));
    createHttpEmbedder({ ...quick, url });
    createHttpEmbedder({ ...quick, url, apiKey: key, allowUnencrypted: true });
    for (const local of [
      "http://localhost:1/v1",
      "http://127.1/v1",
      "http://[::1]:1/v1",
      "http://a.localhost",
      "https://models.example",
    ]) {
      createHttpEmbedder({ ...quick, url: local, apiKey: key });
    }
    for (const remote of ["http://127.0.0.1.example/v1", "http://localhost.example", "http://10.0.0.1/v1", "http://[::2]/v1"]) {
      expect(() => createHttpEmbedder({ ...quick, url: remote, apiKey: key })).toThrow("unencrypted");
    }
  });
});
