import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRule } from "@precept/core";
import { createServer } from "@precept/server";
import { openWorkspace, type Workspace, type WorkspaceOptions } from "@precept/workspace";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { startQdrantDouble } from "../../../packages/store-qdrant/test/qdrant-double.ts";
import { createWordEmbedder } from "../../../packages/store-qdrant/test/word-embedder.ts";

async function makeProject(config: string): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), "precept-qdrant-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  await mkdir(join(dir, ".precept"));
  await writeFile(join(dir, ".precept/config.yaml"), `store: { sqlite: true }\n${config}`);
  return dir;
}

async function open(dir: string, options: WorkspaceOptions = {}): Promise<Workspace> {
  const settings = { home: join(dir, "home"), trustedDirs: [dir], embedder: createWordEmbedder(), ...options };
  const workspace = await openWorkspace(dir, settings);
  onTestFinished(() => workspace[Symbol.asyncDispose]());
  return workspace;
}

const money = createRule({
  id: "money",
  name: "money",
  content: "Amounts of money are integers in cents",
  inclusion: "relevant",
});

describe("a project with search.qdrant", () => {
  it("fills the collection from its database, and finds rules in it, also from another process", async () => {
    await using qdrant = await startQdrantDouble({ apiKey: "key" });
    vi.stubEnv("PRECEPT_TEST_QDRANT", "key");
    const dir = await makeProject(`search: { qdrant: { url: "${qdrant.url}", apiKeyEnv: PRECEPT_TEST_QDRANT } }\n`);
    const server = await open(dir, { watch: true });
    await server.storeFor("project", "sqlite").save(money);
    await vi.waitFor(async () => expect((await server.meaning?.verify())?.points).toBe(1), { timeout: 30_000, interval: 100 });
    const other = await open(dir);
    // The time limits of a request can pass on a busy machine.
    const patience = { timeout: 30_000, interval: 100 };
    await vi.waitFor(async () => {
      const { hits, degraded } = await other.search({ text: "cents of money", mode: "dense" });
      expect(hits[0]).toMatchObject({ stored: { rule: { id: "money" } }, scores: { dense: expect.any(Number) } });
      expect(degraded).toBeUndefined();
    }, patience);
    expect(qdrant.exchanges.some(({ route }) => route.endsWith("/points/query"))).toBe(true);
    await vi.waitFor(async () => {
      const { applied } = await other.resolve({ prompt: "amounts of money in cents" });
      expect(applied.map(({ rule }) => rule.name)).toEqual(["money"]);
    }, patience);
  });

  it("finds rules by words if the server is away, and says so", async () => {
    const dir = await makeProject('search: { qdrant: { url: "http://127.0.0.1:9" } }\n');
    const server = await open(dir);
    await server.storeFor("project", "sqlite").save(money);
    const { hits, degraded } = await server.search({ text: "cents of money" });
    expect(hits.map(({ stored }) => stored.rule.id)).toEqual(["money"]);
    expect(degraded).toBe("vectors_incomplete");
    await using http = createServer({ workspace: server });
    const answer = await http.fetch(new Request("http://localhost/readyz"));
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ status: "degraded", problems: [{ kind: "search_failed", count: 1 }] });
  });

  it.each([
    [
      "the project is not trusted",
      { trustedDirs: [] },
      "search: { qdrant: { url: 'http://127.0.0.1:9' } }",
      "config/not-trusted",
    ],
    ["there is no embedder", { embedder: undefined }, "search: { qdrant: { url: 'http://127.0.0.1:9' } }", "config/no-effect"],
    [
      "the key is missing",
      {},
      "search: { qdrant: { url: 'http://127.0.0.1:9', apiKeyEnv: PRECEPT_NO_KEY } }",
      "config/secret-missing",
    ],
    ["it has no address", {}, "search: { qdrant: { collection: rules } }", "config/no-effect"],
  ])("is not used if %s", async (_, options, config, code) => {
    const dir = await makeProject(`${config}\n`);
    const workspace = await open(dir, options as WorkspaceOptions);
    expect(workspace.meaning).toBeUndefined();
    expect((await workspace.diagnostics()).map((one) => one.code)).toContain(code);
  });
});
