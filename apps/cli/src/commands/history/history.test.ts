import { describe, expect, it } from "vitest";
import { createProject, nativeRule } from "../../../test/precept-in.ts";

const database = { ".precept/config.yaml": "store:\n  sqlite: true\n" };

/** A project whose rule `money` has two versions, the second with two revisions. */
async function openHistory() {
  const project = await createProject(database);
  await project.precept(["remember", "# Amounts\n\nUse cents.\nAlways.\n", "--name", "money"]);
  await project.precept(["edit", "money", "--content", "# Amounts\n\nUse euros.\nAlways.\n"]);
  await project.precept(["edit", "money", "--priority", "80"]);
  const contentOf = async (): Promise<string> => {
    const { out } = await project.precept(["show", "money", "--json"]);
    return (JSON.parse(out) as { rule: { content: string } }).rule.content;
  };
  const revisions = async (...args: readonly string[]) => {
    const { out } = await project.precept(["history", "money", "--json", ...args]);
    return (JSON.parse(out) as { revisions: readonly { version: number; deleted: boolean; at: string; reason: string | null }[] })
      .revisions;
  };
  return { ...project, contentOf, revisions };
}

describe("precept history", () => {
  it("shows version, time, reason and text of each revision, newest first", async () => {
    const { precept, revisions } = await openHistory();
    await precept(["restore", "money@1", "--reason", "euros were wrong"]);
    const { out } = await precept(["history", "money"]);
    expect(out.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "2026-01-01T00:00:00.000Z")).toMatchInlineSnapshot(`
      "version  at                        reason            text
      3        2026-01-01T00:00:00.000Z  euros were wrong  # Amounts
      2        2026-01-01T00:00:00.000Z  -                 # Amounts
      2        2026-01-01T00:00:00.000Z  -                 # Amounts
      1        2026-01-01T00:00:00.000Z  -                 # Amounts
      "
    `);
    expect((await revisions()).map(({ version, reason }) => [version, reason])).toEqual([
      [3, "euros were wrong"],
      [2, null],
      [2, null],
      [1, null],
    ]);
    for (const { at } of await revisions()) expect(new Date(at).toISOString()).toBe(at);
  });

  it("shows the reason of an edit", async () => {
    const { precept, revisions } = await openHistory();
    await precept(["edit", "money", "--content", "Use cents again.", "--reason", "decided in the meeting"]);
    expect((await revisions())[0]).toMatchObject({ version: 3, reason: "decided in the meeting" });
  });

  it("shows at most --limit revisions", async () => {
    const { revisions } = await openHistory();
    expect((await revisions("--limit", "2")).map(({ version }) => version)).toEqual([2, 2]);
  });

  it("finds a deleted rule by the name that it was created with, and by its id", async () => {
    const { precept } = await openHistory();
    await precept(["forget", "money", "--yes"]);
    for (const name of ["money", "project:money"]) expect((await precept(["history", name])).out).toContain("deleted");
    expect((await precept(["show", "money"])).code).toBe(2);
  });

  it("requires a rule, or --prune with a limit", async () => {
    const { precept } = await openHistory();
    expect((await precept(["history"])).err).toContain("Missing argument <rule>");
    expect((await precept(["history", "--prune"])).err).toContain("--prune requires --keep or --older-than.");
    expect((await precept(["history", "money", "--keep", "1"])).err).toContain("--keep requires --prune.");
    expect((await precept(["history", "money", "--prune", "--keep", "1"])).err).toContain(
      "--prune cannot be combined with <rule>.",
    );
    expect((await precept(["history", "--prune", "--older-than", "soon"])).err).toContain("such as 12h, 90d or 4w");
  });

  it("prunes revisions by number, after showing how many with --dry-run", async () => {
    const { precept, revisions, contentOf } = await openHistory();
    const dry = await precept(["history", "--prune", "--keep", "1", "--dry-run", "--json"]);
    expect(JSON.parse(dry.out)).toEqual({ removed: 0, would_remove: 2, dry_run: true });
    expect(await revisions()).toHaveLength(3);
    expect((await precept(["history", "--prune", "--keep", "1"])).out).toBe("removed 2 revisions\n");
    expect(await revisions()).toHaveLength(1);
    expect(await contentOf()).toContain("euros");
    expect((await precept(["diff", "money@1"])).err).toBe(
      'error: The history of "money" has no version 1.\nhint: Stored versions: 2. Pruned versions are gone.\n',
    );
  });

  it("prunes revisions by age", async () => {
    const { precept, revisions } = await openHistory();
    expect((await precept(["history", "--prune", "--older-than", "90d"])).out).toBe("removed 0 revisions\n");
    expect((await precept(["history", "--prune", "--older-than", "0h"])).out).toBe("removed 2 revisions\n");
    expect(await revisions()).toHaveLength(1);
  });
});

describe("precept diff", () => {
  it("shows the changed lines and fields between two versions, and since a version", async () => {
    const { precept } = await openHistory();
    const { out, code } = await precept(["diff", "money@1..2"]);
    expect(out).toMatchInlineSnapshot(`
      "--- money@1
      +++ money@2
      -priority: 50
      +priority: 80
      @@ -1,4 +1,4 @@
       # Amounts
       
      -Use cents.
      +Use euros.
       Always.
      "
    `);
    expect(code).toBe(0);
    expect((await precept(["diff", "money@1"])).out).toBe(out);
    expect((await precept(["diff", "money@2"])).out).toBe("no differences\n");
  });

  it("prints a patch and both rules as JSON", async () => {
    const { precept } = await openHistory();
    expect(JSON.parse((await precept(["diff", "money@2..1", "--json"])).out)).toMatchObject({
      from: { version: 2, priority: 80 },
      to: { version: 1, priority: 50 },
      changed: ["priority", "content"],
      patch: expect.stringContaining("-Use euros.\n+Use cents.\n"),
    });
  });

  it("colours lines in a terminal", async () => {
    const { precept } = await openHistory();
    expect((await precept(["diff", "money@1"], { interactive: true })).out).toContain("\u001B[31m-Use cents.\u001B[39m");
  });

  it.each(["money", "money@", "money@x", "money@1..", "@1"])("rejects %j", async (name) => {
    const { precept } = await openHistory();
    const { code, err } = await precept(["diff", name]);
    expect([code, err]).toEqual([2, expect.stringContaining("such as money@2 or money@2..4")]);
  });

  it("says that rules in files have no versions", async () => {
    const { precept } = await createProject({ ".precept/rules/money.md": nativeRule("money") });
    for (const command of ["diff", "restore"]) {
      const { code, err } = await precept([command, "money@1"]);
      expect([code, err]).toEqual([2, expect.stringContaining("`git log -p -- .precept/rules/money.md`")]);
    }
  });
});

it("completes the names of rules before their versions", async () => {
  const { precept } = await openHistory();
  for (const command of ["diff", "restore", "history", "forget", "usage"]) {
    expect((await precept(["complete", `precept ${command} mo`])).out).toMatch(/^money(?:\t.*)?\n$/);
  }
});

describe("precept restore", () => {
  it("saves the text of an old version as a new version, and retains other fields", async () => {
    const { precept, contentOf, revisions } = await openHistory();
    expect((await precept(["restore", "money@1"])).out).toBe("restored version 1 of money as version 3\n");
    expect(await contentOf()).toContain("cents");
    expect((await precept(["show", "money"])).out).toMatch(/priority +80/);
    expect((await revisions())[0]).toMatchObject({ version: 3, reason: "Restored version 1" });
  });

  it("writes nothing with --dry-run, or if the text is the same", async () => {
    const { precept, revisions } = await openHistory();
    const { out } = await precept(["restore", "money@1", "--dry-run"]);
    expect(out).toContain("--- money@2\n+++ money@3\n");
    expect(out).toContain("-Use euros.\n+Use cents.\n");
    expect((await precept(["restore", "money@2"])).out).toBe("no differences\n");
    expect(await revisions()).toHaveLength(3);
  });

  it("brings back a deleted rule", async () => {
    const { precept, contentOf } = await openHistory();
    await precept(["forget", "money", "--yes"]);
    expect((await precept(["restore", "money@2", "--dry-run"])).out).toContain("would be created again money");
    expect((await precept(["restore", "money@2"])).code).toBe(0);
    expect(await contentOf()).toContain("euros");
  });

  it.each(["money", "money@1..2"])("rejects %j", async (name) => {
    const { precept } = await openHistory();
    expect(await precept(["restore", name])).toMatchObject({ code: 2, err: expect.stringContaining("such as money@2.") });
  });
});
