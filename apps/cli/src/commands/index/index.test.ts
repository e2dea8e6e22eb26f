import { describe, expect, it } from "vitest";
import { startEmbeddingServer, serverDim } from "../../../../../packages/embedders/test/embedding-server.ts";
import { createProject } from "../../../test/precept-in.ts";

const database = { ".precept/config.yaml": "store:\n  sqlite: true\n" };

/** A project with two rules in a database, whose user has an embedder. The second rule was saved before. */
async function openEmbedded() {
  const server = await startEmbeddingServer();
  const project = await createProject({
    ...database,
    "no-home/config.yaml": `search:\n  embedder: { provider: http, url: "${server.url}", model: tiny }\n`,
  });
  const plain = { env: { PRECEPT_HOME: `${project.dir}/other-home` } };
  await project.precept(["remember", "Store amounts in cents.", "--name", "money"], plain);
  await project.precept(["remember", "Draw zebras with stripes.", "--name", "zebra"], plain);
  return { ...project, server };
}

interface Status {
  readonly rules: number;
  readonly indexed: number;
  readonly embedded: number;
  readonly embedder: string | null;
  readonly dim: number | null;
}

describe("precept index", () => {
  it("shows how many rules can be found by words and by meaning", async () => {
    const { precept } = await createProject(database);
    await precept(["remember", "Store amounts in cents."]);
    const { out, code } = await precept(["index"]);
    expect(out.replace(/[\d,]+ bytes/, "1 bytes")).toMatchInlineSnapshot(`
      "rules        1
      by words     1
      by meaning   0 of 1
      embedder     none: rules are found by words only
      old vectors  0
      size         1 bytes
      "
    `);
    expect(code).toBe(0);
    expect((await precept(["index", "status"])).out).toBe(out);
  });

  it("rebuilds the index and embeds all rules, and searches by meaning then", async () => {
    const { precept } = await openEmbedded();
    const status = async (...args: readonly string[]) => JSON.parse((await precept(["index", ...args, "--json"])).out) as Status;
    expect(await status("status")).toMatchObject({ rules: 2, indexed: 2, embedded: 0 });
    expect(await status("rebuild")).toMatchObject({ rules: 2, indexed: 2, embedded: 2, dim: serverDim });
    expect((await status("status")).embedder).toContain("tiny");
    const { out, err } = await precept(["search", "money\n\nStore amounts in cents.", "--mode", "dense"]);
    expect(out).toMatch(/^Found \(\d rules?, by meaning\)/);
    expect(err).toBe("");
    const hybrid = JSON.parse((await precept(["search", "zebras", "--json"])).out) as { mode_used: string; degraded: unknown };
    expect(hybrid).toMatchObject({ mode_used: "hybrid", degraded: null });
  });

  it("says in a search that rules have no vectors yet", async () => {
    const { precept } = await openEmbedded();
    const { out, err } = await precept(["search", "zebras"]);
    expect(out).toContain("zebra");
    expect(err).toContain("Some rules have no vector yet");
  });

  it("shows its progress in a terminal, and clears it", async () => {
    const { precept } = await openEmbedded();
    const { err } = await precept(["index", "rebuild"], {
      interactive: true,
      isSlow: true,
      columns: 80,
      interrupted: new Promise(() => undefined),
    });
    expect(err).toContain("Embedding rules [####################] 2 of 2");
    expect(err.endsWith("\r\u001B[K")).toBe(true);
    expect((await precept(["index", "rebuild"])).err).toBe("");
  });

  it("fits its progress into a narrow terminal", async () => {
    const { precept } = await openEmbedded();
    const { err } = await precept(["index", "rebuild"], {
      interactive: true,
      isSlow: true,
      columns: 20,
      interrupted: new Promise(() => undefined),
    });
    for (const line of err.split("\r\u001B[K")) expect(line.length).toBeLessThanOrEqual(20);
  });

  it("ends with code 1 if the user interrupts it, and leaves the index usable", async () => {
    const { precept } = await openEmbedded();
    const { code, out } = await precept(["index", "rebuild"], { interactive: true, columns: 80 });
    expect([code, out]).toEqual([1, expect.stringContaining("interrupted")]);
    expect((await precept(["search", "zebras"])).out).toContain("zebra");
  });

  it("reports an embedder that fails", async () => {
    const { dir, precept } = await openEmbedded();
    const { code, err } = await precept(["index", "rebuild"], { env: { PRECEPT_HOME: `${dir}/no-home` } });
    expect([code, err]).toEqual([0, ""]);
    const broken = await createProject({
      ...database,
      "no-home/config.yaml": 'search:\n  embedder: { provider: http, url: "http://127.0.0.1:9/v1", model: tiny }\n',
    });
    await broken.precept(["remember", "Draw zebras with stripes."]);
    const failed = await broken.precept(["index", "rebuild"]);
    expect([failed.code, failed.err]).toEqual([3, expect.stringContaining("error: ")]);
    expect((await broken.precept(["search", "zebras"])).err).toContain("the embedder failed");
  });

  it("names the group if a subcommand is unknown", async () => {
    const { precept } = await createProject(database);
    expect((await precept(["index", "rebild"])).err).toBe('error: Unknown command "rebild".\nhint: Did you mean "rebuild"?\n');
  });
});
