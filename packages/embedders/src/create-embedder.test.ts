import { join, resolve } from "node:path";
import { createProject } from "@precept/testing";
import { expect, it } from "vitest";
import { createEmbedder, describeEmbedder } from "./create-embedder.ts";
import { expectedVector, startEmbeddingServer } from "../test/embedding-server.ts";
import { tinyDim, writeTinyModel } from "../test/tiny-model.ts";

it("creates an HTTP or a local embedder, by the provider", async () => {
  const { url } = await startEmbeddingServer();
  await using http = createEmbedder({ provider: "http", url, model: "m" });
  expect(await http.embed(["use tabs"], { kind: "query" })).toEqual([expectedVector("use tabs")]);
  const modelDir = join((await createProject()).dir, "tiny");
  await writeTinyModel(modelDir);
  await using local = createEmbedder({ provider: "local", modelDir });
  expect((await local.info()).dim).toBe(tinyDim);
});

it("describes where texts are sent or the model is, without keys", () => {
  const url = "https://models.example/v1?key=sk-1";
  expect(describeEmbedder({ provider: "http", url, model: "m", apiKey: "sk-2" })).toBe(
    "m at https://models.example/v1/embeddings",
  );
  expect(describeEmbedder({ provider: "local", modelDir: "/models/a" })).toBe(`model in ${resolve("/models/a")}`);
  expect(describeEmbedder({ provider: "local", cacheDir: "/cache" })).toBe(
    "Xenova/all-MiniLM-L6-v2 in /cache/Xenova/all-MiniLM-L6-v2",
  );
});
