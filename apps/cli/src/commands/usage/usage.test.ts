import { describe, expect, it } from "vitest";
import { createProject, nativeRule } from "../../../test/precept-in.ts";

async function openUsed() {
  const { precept } = await createProject({
    ".precept/config.yaml": "store:\n  sqlite: true\n",
    ".precept/rules/file.md": nativeRule("file"),
  });
  await precept(["remember", "Never delete audit logs.", "--name", "logs", "--inclusion", "always"]);
  await precept(["remember", "Store amounts in cents.", "--name", "money"]);
  await precept(["remember", "Draw zebras with stripes.", "--name", "zebra"]);
  const usesOf = async (...args: readonly string[]) => {
    const { rules } = JSON.parse((await precept(["usage", "--json", ...args])).out) as {
      rules: readonly { name: string; usage_count: number; tools: Record<string, number>; last_used: string | null }[];
    };
    return rules;
  };
  return { precept, usesOf };
}

describe("precept usage", () => {
  it("shows how often rules were used, by which tools, and where uses of rules in files come from", async () => {
    const { precept } = await openUsed();
    await precept(["resolve", "--prompt", "store amounts", "--tool", "claude", "--view", "rules"]);
    await precept(["resolve", "--tool", "claude", "--view", "rules"]);
    await precept(["resolve", "--tool", "cursor", "--view", "rules"]);
    const { out, code } = await precept(["usage"]);
    expect(out.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "2026-01-01T00:00:00.000Z")).toMatchInlineSnapshot(`
      "name   uses  last used                 last session  tools
      logs   3     2026-01-01T00:00:00.000Z  -             claude 2, cursor 1
      money  1     2026-01-01T00:00:00.000Z  -             claude 1
      zebra  0     never                     -             -
      1 rule in files: uses in 0 recorded sessions
      "
    `);
    expect(code).toBe(0);
  });

  it("counts the uses of `resolve`, and not those of other commands", async () => {
    const { precept, usesOf } = await openUsed();
    const others = [
      ["explain"],
      ["list", "--files", "a.ts"],
      ["show", "logs", "--files", "a.ts"],
      ["doctor"],
      ["watch"],
      ["search", "logs"],
    ];
    for (const args of others) await precept(args);
    expect((await usesOf()).map(({ usage_count: count }) => count)).toEqual([0, 0, 0]);
    await precept(["resolve"]);
    expect((await usesOf("logs"))[0]).toMatchObject({ usage_count: 1, tools: {} });
  });

  it("lists unused rules with --unused", async () => {
    const { precept, usesOf } = await openUsed();
    await precept(["resolve"]);
    expect((await usesOf("--unused")).map(({ name, last_used: last }) => [name, last])).toEqual([
      ["money", null],
      ["zebra", null],
    ]);
    expect((await precept(["usage", "logs", "--unused"])).out).toBe("No unused rules.\n");
  });

  it("lists rules that were not used for a time, except younger ones, and proposes a review", async () => {
    const { precept, usesOf } = await openUsed();
    await precept(["resolve"]);
    expect(await usesOf("--unused", "1d")).toEqual([]);
    expect((await usesOf("--unused", "0h")).map(({ name }) => name)).toEqual(["logs", "money", "zebra"]);
    expect((await precept(["usage", "--unused", "0h"])).out).toContain("Nothing is deleted. Decide with `precept review`.");
    expect((await precept(["usage", "--unused", "soon"])).code).toBe(2);
  });

  it("counts the deliveries of rules in files in recorded sessions", async () => {
    const { precept, usesOf } = await openUsed();
    expect(await usesOf("file")).toMatchObject([{ usage_count: 0, last_used: null }]);
    await precept(["resolve", "--session", "s1", "--tool", "claude", "--view", "rules"]);
    expect(await usesOf("file")).toMatchObject([{ usage_count: 1, last_session: "s1", tools: { claude: 1 } }]);
    expect((await usesOf()).map(({ name }) => name)).toContain("file");
    expect((await usesOf("--unused")).map(({ name }) => name)).toEqual(["money", "zebra"]);
    expect((await precept(["usage", "nothing"])).code).toBe(2);
  });

  it("does not create a database", async () => {
    const { precept } = await createProject({ ".precept/config.yaml": "store:\n  sqlite: true\n" });
    expect((await precept(["usage"])).out).toBe("No rules whose uses are counted.\n");
    expect((await precept(["resolve"])).code).toBe(0);
    expect((await precept(["doctor"])).out).not.toContain("rules.sqlite is not");
  });
});
