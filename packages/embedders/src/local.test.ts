import { cp, mkdir, readdir, rename, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createProject } from "@precept/testing";
import { describe, expect, it } from "vitest";
import { createLocalEmbedder, type LocalEmbedderOptions } from "./local.ts";
import { describeEmbedderContract } from "../test/embedder-contract.ts";
import { startModelHub } from "../test/model-hub.ts";
import { tinyDim, tinyMaxTokens, tinyModelFiles, writeTinyModel, type TinyModelOptions } from "../test/tiny-model.ts";

const failed = { code: "EMBEDDER_FAILED" };

/** Writes a tiny model to a new directory named `tiny`. */
async function makeModel(options?: TinyModelOptions): Promise<string> {
  const { dir } = await createProject();
  const modelDir = join(dir, "tiny");
  await writeTinyModel(modelDir, options);
  return modelDir;
}

async function embedWith(
  options: LocalEmbedderOptions,
  ...texts: readonly string[]
): Promise<{ id: string; vectors: readonly Float32Array[] }> {
  await using embedder = createLocalEmbedder(options);
  const vectors = await embedder.embed(texts, { kind: "document" });
  return { id: (await embedder.info()).id, vectors };
}

describeEmbedderContract("A local model", {
  open: async (options) => createLocalEmbedder({ ...options, modelDir: await makeModel() }),
  openBroken: async () => createLocalEmbedder({ modelDir: join((await createProject()).dir, "missing") }),
});

describe("a model directory", () => {
  it("may have the ONNX file in `onnx` or next to the tokenizer: the vectors and the id are the same", async () => {
    const nested = await embedWith({ modelDir: await makeModel() }, "use tabs");
    const flat = await embedWith({ modelDir: await makeModel({ subfolder: "" }) }, "use tabs");
    expect(flat).toEqual(nested);
    expect(nested.vectors[0]).toHaveLength(tinyDim);
  });

  it("may be named relative to the current directory, even if the path has the form of a name on the hub", async () => {
    const hub = await startModelHub(tinyModelFiles());
    await expect(embedWith({ modelDir: "packages/missing" }, "a")).rejects.toMatchObject(failed);
    expect(hub.paths).toEqual([]);
  });

  it.skipIf(process.platform === "win32")("may consist of links to files elsewhere, as the cache of the hub does", async () => {
    const modelDir = await makeModel();
    const expected = await embedWith({ modelDir }, "use tabs");
    const blobs = join(modelDir, "../blobs");
    await rename(modelDir, blobs);
    await mkdir(join(modelDir, "onnx"), { recursive: true });
    for (const file of ["config.json", "tokenizer.json", "tokenizer_config.json", "onnx/model.onnx"]) {
      await symlink(join(blobs, file), join(modelDir, file));
    }
    expect(await embedWith({ modelDir }, "use tabs")).toEqual(expected);
  });

  it.each(["config.json", "tokenizer.json", "tokenizer_config.json", "onnx/model.onnx"])(
    "without %s is an error that names the file and the remedy, and the network is not used",
    async (file) => {
      const hub = await startModelHub(tinyModelFiles());
      const modelDir = await makeModel();
      await rm(join(modelDir, file));
      await using embedder = createLocalEmbedder({ modelDir });
      const message = `The embedder "model in ${modelDir}" failed: ${modelDir} does not contain ${file}.`;
      const hint = expect.stringContaining(`hf download Xenova/all-MiniLM-L6-v2 --local-dir ${modelDir}`);
      await expect(embedder.info()).rejects.toMatchObject({ ...failed, message, hint });
      await writeTinyModel(modelDir);
      expect((await embedder.info()).dim).toBe(tinyDim);
      expect(hub.paths).toEqual([]);
    },
  );

  it("without the file of the requested precision names that file", async () => {
    const modelDir = await makeModel();
    const message = expect.stringContaining("does not contain onnx/model_quantized.onnx");
    await expect(embedWith({ modelDir, dtype: "q8" }, "a")).rejects.toMatchObject({ ...failed, message });
    await cp(join(modelDir, "onnx/model.onnx"), join(modelDir, "onnx/model_quantized.onnx"));
    expect((await embedWith({ modelDir, dtype: "q8" }, "a")).vectors).toHaveLength(1);
  });

  it.each([
    ["config.json", "{"],
    ["tokenizer.json", "{}"],
    ["tokenizer_config.json", "null"],
    ["onnx/model.onnx", "not a model"],
    ["onnx/model.onnx", ""],
  ])("whose %s is damaged is an error, until it is repaired", async (file, content) => {
    const modelDir = await makeModel();
    await writeFile(join(modelDir, file), content);
    await using embedder = createLocalEmbedder({ modelDir });
    await expect(embedder.info()).rejects.toMatchObject(failed);
    await writeTinyModel(modelDir);
    expect((await embedder.info()).dim).toBe(tinyDim);
  });
});

describe("vectors are never mixed", () => {
  it("between versions of a model, because the id has a hash of its files", async () => {
    const modelDir = await makeModel();
    const first = await embedWith({ modelDir }, "use tabs");
    await writeTinyModel(modelDir, { seed: 2 });
    const second = await embedWith({ modelDir }, "use tabs");
    await writeTinyModel(modelDir, { seed: 1 });
    const third = await embedWith({ modelDir }, "use tabs");
    expect(second.id).not.toBe(first.id);
    expect(second.vectors).not.toEqual(first.vectors);
    expect(third).toEqual(first);
    expect(first.id).toMatch(/^local:tiny:[0-9a-f]{16}:16$/);
  });

  it("between versions of a tokenizer, or ways of pooling", async () => {
    const modelDir = await makeModel();
    const mean = await embedWith({ modelDir }, "use tabs");
    const cls = await embedWith({ modelDir, pooling: "cls" }, "use tabs");
    expect(cls.id).not.toBe(mean.id);
    expect(cls.vectors).not.toEqual(mean.vectors);
    await writeTinyModel(modelDir, { tokenizerConfig: { model_max_length: 8 } });
    expect((await embedWith({ modelDir }, "use tabs")).id).not.toBe(mean.id);
  });
});

describe("long texts", () => {
  /** Texts of that many words, which differ in the last one only. */
  const pair = (count: number): readonly string[] => ["use", "never"].map((last) => `${"tabs ".repeat(count - 1)}${last}`);

  it("are cut off at the limit of the model, including the tokens that the tokenizer adds", async () => {
    const modelDir = await makeModel();
    const { vectors } = await embedWith({ modelDir }, ...pair(tinyMaxTokens), ...pair(tinyMaxTokens - 1));
    expect(vectors[0]).toEqual(vectors[1]);
    expect(vectors[2]).not.toEqual(vectors[3]);
  });

  it.each([undefined, 1e30])("are cut off at 512 tokens if the tokenizer has the limit %s", async (limit) => {
    const modelDir = await makeModel({ tokenizerConfig: { model_max_length: limit } });
    const { vectors } = await embedWith({ modelDir }, ...pair(512), ...pair(511));
    expect(vectors[0]).toEqual(vectors[1]);
    expect(vectors[2]).not.toEqual(vectors[3]);
  });
});

describe("a model of the hub", () => {
  it("is not downloaded unless that is allowed: nothing is sent", async () => {
    const hub = await startModelHub(tinyModelFiles());
    const { dir } = await createProject();
    const hint = expect.stringContaining("allowDownload");
    await expect(embedWith({ model: "Xenova/tiny", cacheDir: dir }, "a")).rejects.toMatchObject({ ...failed, hint });
    expect(hub.paths).toEqual([]);
  });

  it.each(["main", "v2"])("in the revision %s is downloaded once, and then used without the network", async (revision) => {
    const hub = await startModelHub(tinyModelFiles());
    const cacheDir = join((await createProject()).dir, "models");
    const options = { model: "Xenova/tiny", cacheDir, revision };
    const downloaded = await embedWith({ ...options, allowDownload: true }, "use tabs");
    expect(hub.paths).toContain(`/Xenova/tiny/resolve/${revision}/onnx/model.onnx`);
    const count = hub.paths.length;
    expect(await embedWith(options, "use tabs")).toEqual(downloaded);
    expect(await embedWith({ ...options, allowDownload: true }, "use tabs")).toEqual(downloaded);
    expect(hub.paths).toHaveLength(count);
    const { vectors } = await embedWith({ modelDir: await makeModel() }, "use tabs");
    expect(downloaded.vectors).toEqual(vectors);
    expect((await readdir(cacheDir, { recursive: true })).some((file) => file.includes(".tmp"))).toBe(false);
  });

  it("causes an error that names the directory to delete if its copy is damaged", async () => {
    const { dir } = await createProject();
    await startModelHub(new Map([...tinyModelFiles(), ["onnx/model.onnx", "not a model"]]));
    const options = { model: "Xenova/tiny", cacheDir: dir };
    await expect(embedWith({ ...options, allowDownload: true }, "a")).rejects.toMatchObject(failed);
    const hint = expect.stringContaining(`Delete ${join(dir, "Xenova/tiny")}, and download the model again.`);
    await expect(embedWith(options, "a")).rejects.toMatchObject({ ...failed, hint });
  });

  it("causes an error if the hub does not have it", async () => {
    await startModelHub();
    const { dir } = await createProject();
    const message = expect.stringContaining("the model could not be downloaded");
    const options = { model: "Xenova/unknown", cacheDir: dir, allowDownload: true };
    await expect(embedWith(options, "a")).rejects.toMatchObject({ ...failed, message });
  });

  it.each(["../../etc", "/etc", "a/b/c", "a/..", "", "a b", "https://models.example/a"])("cannot have the name %j", (model) => {
    expect(() => createLocalEmbedder({ model })).toThrow(expect.objectContaining(failed));
  });

  it.each(["..", "../main", "a/b", ""])("cannot have the revision %j", (revision) => {
    expect(() => createLocalEmbedder({ revision })).toThrow(expect.objectContaining(failed));
  });
});
