import { describe, expect, it } from "vitest";
import { createProject, nativeRule } from "../../../test/precept-in.ts";

const files = {
  ".precept/rules/money.md": nativeRule(
    "money",
    { inclusion: "relevant", tags: '["topic:billing"]', category: "behavior", contexts: '["review"]' },
    "# Amounts\n\nStore amounts in cents, never as floats.",
  ),
  ".precept/rules/names.md": nativeRule(
    "names",
    { inclusion: "relevant", targets: '["cursor"]', authority: "absolute" },
    "Name amounts by their currency.",
  ),
  ".precept/rules/off.md": nativeRule("off", { enabled: false }, "Amounts are disabled."),
};

interface Answer {
  readonly rules: readonly { readonly name: string; readonly relevance_score: number; readonly sparse_score?: number }[];
  readonly near_misses: readonly { readonly name: string; readonly sparse_score: number }[];
  readonly total_count: number;
  readonly next_cursor: string | null;
  readonly mode_used: string;
  readonly degraded: string | null;
}

async function openSearch(more: Record<string, string> = {}) {
  const { precept } = await createProject({ ...files, ...more });
  const search = async (...args: readonly string[]): Promise<Answer> =>
    JSON.parse((await precept(["search", ...args, "--json"])).out) as Answer;
  const namesOf = async (...args: readonly string[]): Promise<readonly string[]> =>
    (await search(...args)).rules.map(({ name }) => name);
  return { precept, search, namesOf };
}

describe("precept search", () => {
  it("shows the scores, the location, the tags and the line with the found words of each rule, best first", async () => {
    const { precept } = await openSearch();
    const { out, err, code } = await precept(["search", "amounts in cents"]);
    expect(out.replaceAll(/0\.\d\d/g, "0.00")).toMatchInlineSnapshot(`
      "Found (2 rules, by words)
         1  money  words 0.00
            project · .precept/rules/money.md · topic:billing
            Store amounts in cents, never as floats.
         2  names  words 0.00
            project · .precept/rules/names.md
            Name amounts by their currency.
      "
    `);
    expect(err).toMatchInlineSnapshot(`
      "note  Searched by words only: no embedder is configured. Set search.embedder in ~/.precept/config.yaml to search by meaning, or pass --mode sparse.
      "
    `);
    expect(code).toBe(0);
  });

  it("shows how words and meaning add up", async () => {
    const { precept } = await openSearch();
    const { out } = await precept(["search", "amounts in cents", "--explain"]);
    expect(out).toMatch(/money {2}words (0\.\d\d)\n {6}project .*\n {6}\1 by words, not compared by meaning\n/);
  });

  it("marks the found words with colours, unless NO_COLOR is set", async () => {
    const { precept } = await openSearch();
    const call = (env: Record<string, string>) => precept(["search", "cents"], { env, interactive: true, columns: 80 });
    expect((await call({})).out).toContain("in \u001B[1mcents\u001B[22m, never");
    expect((await call({ NO_COLOR: "1" })).out).not.toContain("\u001B");
  });

  it.each([30, 60])("fits a terminal of %d columns", async (columns) => {
    const { precept } = await openSearch();
    const { out } = await precept(["search", "amounts"], { interactive: true, columns, env: { NO_COLOR: "1" } });
    expect(out.split("\n").filter((line) => line.length > columns)).toEqual([]);
  });

  it("prints no note about the missing embedder with --quiet, or if a search by words is requested", async () => {
    const { precept } = await openSearch();
    expect((await precept(["search", "amounts", "--quiet"])).err).toBe("");
    expect((await precept(["search", "amounts", "--mode", "sparse"])).err).toBe("");
  });

  it("says what to do if a search by meaning has no embedder", async () => {
    const { precept } = await openSearch();
    expect(await precept(["search", "amounts", "--mode", "dense"])).toEqual({
      code: 2,
      out: "",
      err: "error: A dense search needs an embedder, and none is configured.\nhint: Set search.embedder in ~/.precept/config.yaml, or pass --mode sparse to search by words.\n",
    });
  });

  it("applies every filter", async () => {
    const { namesOf } = await openSearch();
    expect(await namesOf("amounts")).toEqual(["money", "names"]);
    expect(await namesOf("amounts", "--tag", "topic:billing")).toEqual(["money"]);
    expect(await namesOf("amounts", "--category", "behavior")).toEqual(["money"]);
    expect(await namesOf("amounts", "--authority", "absolute")).toEqual(["names"]);
    expect(await namesOf("amounts", "--target", "claude")).toEqual(["money"]);
    expect(await namesOf("amounts", "--tool", "claude")).toEqual(["money"]);
    expect(await namesOf("amounts", "--context", "debugging")).toEqual(["names"]);
    expect(await namesOf("amounts", "--status", "disabled")).toEqual(["off"]);
    expect(await namesOf("amounts", "--status", "disabled", "--status", "active")).toHaveLength(3);
    expect(await namesOf("amounts", "--scope", "global")).toEqual([]);
  });

  it("answers in pages, whose cursors the shell can pass on", async () => {
    const { precept, search } = await openSearch();
    const first = await search("amounts", "--limit", "1");
    expect(first).toMatchObject({ total_count: 2, mode_used: "sparse", degraded: "no_embedder", rules: [{ name: "money" }] });
    const second = await search("amounts", "--limit", "1", "--cursor", first.next_cursor ?? "");
    expect(second).toMatchObject({ total_count: 2, next_cursor: null, rules: [{ name: "names" }] });
    expect((await precept(["search", "amounts", "--limit", "1"])).out).toContain(`Next page: --cursor '${first.next_cursor}'`);
    const { code, err } = await precept(["search", "cents", "--cursor", first.next_cursor ?? ""]);
    expect([code, err]).toEqual([2, expect.stringContaining("Invalid value for --cursor")]);
  });

  it("shows the nearest misses if no rule reaches the minimum score", async () => {
    const { precept, search } = await openSearch();
    const answer = await search("amounts of money", "--min-score", "0.999");
    expect(answer.rules).toEqual([]);
    expect(answer.near_misses.map(({ name }) => name).toSorted()).toEqual(["money", "names"]);
    for (const { sparse_score: score } of answer.near_misses) expect(score).toBeLessThan(0.999);
    expect((await precept(["search", "amounts", "--min-score", "1"])).out).toMatch(
      /^No rules found\.\n\nNearest misses \(below the minimum score\)\n +1 {2}/,
    );
    expect((await precept(["search", "zebra"])).out).toBe("No rules found.\n");
  });

  it.each(["2", "-1", "x", "", "1e-3"])("rejects the minimum score %j", async (score) => {
    const { precept } = await openSearch();
    const { code, err } = await precept(["search", "amounts", `--min-score=${score}`]);
    expect([code, err]).toEqual([2, expect.stringContaining("Expected a number from 0 to 1.")]);
  });

  it("escapes names and texts from files", async () => {
    const { precept } = await openSearch({
      ".precept/rules/evil.md": nativeRule(
        "evil",
        { inclusion: "relevant", tags: '["a\\u001B[31m"]' },
        "zebra \u001B[2J \u202E text",
      ),
    });
    const { out } = await precept(["search", "zebra"], { interactive: true, columns: 200, env: { NO_COLOR: "1" } });
    expect(out).not.toContain("\u001B");
    expect(out).not.toContain("\u202E");
    expect(out).toContain("zebra \\u001b[2J \\u202e text");
  });
});
