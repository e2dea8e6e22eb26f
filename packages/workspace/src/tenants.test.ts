import { join } from "node:path";
import { createRule, type Embedder } from "@precept/core";
import { createSqliteStore } from "@precept/store-sqlite";
import { describe, expect, it } from "vitest";
import { createProject, namesOf, nativeRule } from "../test/project.ts";

const files = {
  ".precept/rules/team.md": nativeRule("team"),
  "~/users/ada/rules/mine.md": nativeRule("ada-tabs"),
  "~/users/bob/rules/mine.md": nativeRule("bob-spaces"),
  "~/rules/all.md": nativeRule("machine"),
};

describe("a workspace", () => {
  it("reads the directory of a request's user, and of no other", async () => {
    const workspace = await (await createProject(files)).open({ user: "ada" });
    const answer = async (user?: string) =>
      namesOf((await workspace.resolve(user === undefined ? {} : { user })).applied.map(({ rule }) => rule));
    expect(await answer()).toEqual(["team", "ada-tabs", "machine"]);
    expect(await answer("bob")).toEqual(["team", "bob-spaces", "machine"]);
    expect(await answer("carl")).toEqual(["team", "machine"]);
    expect(namesOf(await workspace.list({ tenant: { userId: "bob" } }))).toEqual(["bob-spaces", "machine", "team"]);
    expect(namesOf(await workspace.listAll())).toEqual(["ada-tabs", "bob-spaces", "machine", "team"]);
  });

  it("never reads a directory outside of the users' one, whatever the user is called", async () => {
    const { open } = await createProject({ ...files, "~/users/../secret/rules/x.md": nativeRule("secret") });
    const workspace = await open();
    for (const user of ["../secret", "..", ".", "ada/../../secret", "", "ada\0", "/"]) {
      expect(namesOf((await workspace.resolve({ user })).applied.map(({ rule }) => rule))).toEqual(["team", "machine"]);
    }
  });

  it("sees a change in the directory of another user while it watches", async () => {
    const { open, write } = await createProject(files);
    const workspace = await open({ watch: true });
    const changed = new Promise<void>((resolve) => {
      workspace.on("rulesChanged", ({ saved }) => saved.some(({ name }) => name === "bob-new") && resolve(), {
        tenant: { userId: "bob" },
      });
    });
    await workspace.resolve({ user: "bob" });
    await write("~/users/bob/rules/new.md", nativeRule("bob-new"));
    await changed;
    expect(namesOf((await workspace.resolve({ user: "bob" })).applied.map(({ rule }) => rule))).toContain("bob-new");
  });

  it("answers for the project and the user of its settings, and never from another project's rules", async () => {
    const project = await createProject({ ".precept/config.yaml": "project: p1\nstore: { sqlite: true }\n" });
    const path = join(project.dir, ".precept/rules.sqlite");
    const rule = (id: string, more: object) => createRule({ id, name: id, content: `Text of ${id}`, ...more });
    const store = createSqliteStore({ path });
    await store.save(rule("shared", { authority: "absolute" }));
    await store.save(rule("own", { projectId: "p1" }));
    await store.save(rule("theirs", { projectId: "p10", replaces: ["shared", "own"] }));
    await store[Symbol.asyncDispose]();
    const workspace = await project.open();
    const resolution = await workspace.resolve({ include: ["theirs", "their"] });
    expect(namesOf(resolution.applied.map((one) => one.rule))).toEqual(["own", "shared"]);
    expect(JSON.stringify([resolution, resolution.skipped, resolution.diagnostics.map(({ hint }) => hint)])).not.toContain(
      "Text of theirs",
    );
    await expect(workspace.get("theirs")).rejects.toMatchObject({ details: { known: [] } });
    expect(namesOf(await workspace.list())).toEqual(["own", "shared"]);
    expect(namesOf(await workspace.list({ status: ["superseded"] }))).toEqual([]);
    expect(namesOf(await workspace.list({ tenant: { projectId: "p10" } }))).toEqual(["shared", "theirs"]);
  });
});

describe("an embedder", () => {
  const embedder = (sent: string[]): Embedder => ({
    info: async () => ({ id: "test:words:1:2", dim: 2, maxBatch: 8 }),
    embed: async (texts) => {
      sent.push(...texts);
      return texts.map((text) => (/price|amount/i.test(text) ? Float32Array.of(1, 0) : Float32Array.of(0, 1)));
    },
    [Symbol.asyncDispose]: async () => undefined,
  });

  it("finds relevant rules by meaning", async () => {
    const { open } = await createProject({
      ".precept/rules/amounts.md": nativeRule("amounts", { inclusion: "relevant" }, "Round amounts with Money."),
      ".precept/rules/dates.md": nativeRule("dates", { inclusion: "relevant" }, "Store dates in UTC."),
    });
    const workspace = await open({ embedder: embedder([]) });
    // The first search starts to embed the rules.
    await workspace.search({ text: "price" });
    await expect.poll(async () => (await workspace.search({ text: "price" })).degraded).toBeUndefined();
    const { applied } = await workspace.resolve({ prompt: "show the price" });
    expect(applied.map(({ rule, reason }) => [rule.name, reason])).toEqual([
      ["amounts", expect.objectContaining({ kind: "relevant", scores: expect.objectContaining({ dense: 1 }) })],
    ]);
  });

  it("of a project's configuration is not used unless the user trusts the project", async () => {
    const { open } = await createProject({
      ".precept/config.yaml": "search: { embedder: { provider: http, url: 'http://127.0.0.1:9/v1', model: m } }\n",
      ".precept/rules/a.md": nativeRule("a", { inclusion: "relevant" }),
    });
    const workspace = await open();
    expect(workspace.settings.search.embedder).toBeUndefined();
    expect((await workspace.diagnostics()).map(({ code, message }) => [code, message])).toEqual([
      ["config/not-trusted", '"search.embedder" is ignored, because this project is not trusted.'],
    ]);
    expect(await workspace.search({ text: "a" })).toMatchObject({ modeUsed: "sparse", degraded: "no_embedder" });
  });

  it("of the user's configuration is used in every project, with the settings of the project", async () => {
    const { open, home } = await createProject({
      "~/config.yaml": "search: { limit: 3, embedder: { provider: local, model: org/model } }\n",
      ".precept/config.yaml": "search: { limit: 2, minScores: { sparse: 0.4 } }\n",
    });
    const { settings } = await open();
    expect(settings.search).toEqual({
      relevance: { limit: 2, minScores: { sparse: 0.4 } },
      embedder: { provider: "local", model: "org/model", allowDownload: false, cacheDir: join(home, "cache", "models") },
    });
  });
});
