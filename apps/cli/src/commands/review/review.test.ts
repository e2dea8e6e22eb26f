import { describe, expect, it } from "vitest";
import { createProject, nativeRule } from "../../../test/precept-in.ts";

const database = { ".precept/config.yaml": "store:\n  sqlite: true\n" };

/** A project with one item of each kind. */
const open = () =>
  createProject({
    ...database,
    ".precept/rules/proposed.md": nativeRule("proposed", { pending: true, source: "hook" }, "Write dates in UTC."),
    ".precept/rules/tabs.md": nativeRule("tabs", {}, "Always use tabs for indentation."),
    ".precept/rules/spaces.md": nativeRule("spaces", {}, "Never use tabs for indentation."),
    ".precept/rules/one.md": nativeRule("one", {}, "Errors carry a code that callers can compare."),
    ".precept/rules/two.md": nativeRule("two", {}, "Errors carry a code that callers can compare."),
    ".precept/rules/sale.md": nativeRule("sale", { expiresAt: '"2026-01-31"' }, "Freeze the checkout."),
  });

interface Listed {
  readonly items: readonly {
    readonly kind: string;
    readonly rule: { readonly name: string };
    readonly similar: readonly unknown[];
  }[];
}

async function listed(precept: Awaited<ReturnType<typeof createProject>>["precept"], ...args: readonly string[]) {
  const { items } = JSON.parse((await precept(["review", "--json", ...args])).out) as Listed;
  return items.map(({ kind, rule }) => `${kind} ${rule.name}`);
}

describe("precept review", () => {
  it("lists the rules to decide about without a terminal", async () => {
    const { precept } = await open();
    await precept(["remember", "Draw zebras.", "--name", "zebra"]);
    const kinds = (await listed(precept, "--unused", "0h")).map((one) => one.split(" ")[0]);
    expect(kinds).toEqual(["pending", "nearDuplicate", "contradiction", "expired", "unused"]);
    expect((await precept(["review"])).out).toContain("4 rules to decide about.");
    expect((await (await createProject(database)).precept(["review"])).out).toBe("Nothing to review.\n");
  });

  it("applies a rule that is accepted, and no rule that is rejected", async () => {
    const { precept } = await open();
    const keys = ["a", "l", "x", "r", "r"];
    const { out, err } = await precept(["review"], { interactive: true, columns: 80, keys, env: { NO_COLOR: "1" } });
    expect(out).toBe("3 rules decided, 1 left.\n");
    expect(err).toContain("proposed  waits for approval  1 of 4\n    Write dates in UTC.\n");
    expect(err.split("\n").every((line) => line.length <= 80)).toBe(true);
    const resolved = (await precept(["resolve"])).out;
    expect(resolved).toContain("Write dates in UTC.");
    expect(resolved).not.toContain("Freeze the checkout.");
    expect(await listed(precept)).toEqual([expect.stringContaining("nearDuplicate")]);
  });

  it("merges two rules into one, keeps what is accepted, and lets an expired rule apply again", async () => {
    const { precept } = await open();
    await precept(["review"], { interactive: true, keys: ["l", "m", "a", "a"] });
    expect(await listed(precept)).toEqual(["pending proposed"]);
    const { rules } = JSON.parse((await precept(["list", "--json"])).out) as { rules: { name: string; replaces: string[] }[] };
    expect(rules.filter(({ replaces }) => replaces.length > 0)).toHaveLength(1);
    expect((await precept(["resolve"])).out).toContain("Freeze the checkout.");
  });

  it("shows the sentence that a captured rule comes from", async () => {
    const { precept } = await createProject({
      ".precept/rules/a.md": '---\nname: a\ndescription: A\npending: true\nsaid: "no, use pnpm"\n---\n\nUse pnpm.\n',
    });
    expect((await precept(["review", "--json"])).out).toContain('The user said: \\"no, use pnpm\\"');
  });
});
