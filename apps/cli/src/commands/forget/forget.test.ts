import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createProject, nativeRule } from "../../../test/precept-in.ts";

const database = { ".precept/config.yaml": "store:\n  sqlite: true\n" };

describe("precept forget", () => {
  it("shows the rule and asks in a terminal", async () => {
    const project = await createProject({ ".precept/rules/money.md": nativeRule("money") });
    const env = { NO_COLOR: "1" };
    const refused = await project.precept(["forget", "money"], { interactive: true, answer: false, env });
    expect(refused.err).toContain("Text of money.");
    expect(refused.out).toBe("not deleted money  .precept/rules/money.md\n");
    expect(await readdir(join(project.dir, ".precept/rules"))).toEqual(["money.md"]);
    const gone = await project.precept(["forget", "money"], { interactive: true, answer: true, env });
    expect(gone.out).toBe("forgot money  .precept/rules/money.md\n");
    expect(await readdir(join(project.dir, ".precept/rules"))).toEqual([]);
  });

  it("requires --yes without a terminal", async () => {
    const project = await createProject({ ".precept/rules/money.md": nativeRule("money") });
    expect(await project.precept(["forget", "money"])).toMatchObject({ code: 2, err: expect.stringContaining("--yes") });
    expect(await readdir(join(project.dir, ".precept/rules"))).toEqual(["money.md"]);
  });

  it("says how to restore a rule of a database, and which rules are active again", async () => {
    const { precept } = await createProject(database);
    await precept(["remember", "Always use tabs.", "--name", "tabs"]);
    await precept(["remember", "Use two spaces.", "--name", "spaces", "--replaces", "tabs"]);
    expect((await precept(["forget", "spaces", "--yes"])).out).toBe(
      "forgot spaces  sqlite: project:spaces\ntabs is active again\nUndo: precept restore spaces@1\n",
    );
    expect((await precept(["restore", "spaces@1"])).code).toBe(0);
    expect((await precept(["list", "--json"])).out).toContain("Use two spaces.");
  });

  it("deletes no file of another tool", async () => {
    const project = await createProject({ ".cursor/rules/react.mdc": "---\nalwaysApply: true\n---\nText.\n" });
    expect(await project.precept(["forget", "react", "--yes"])).toEqual({
      code: 2,
      out: "",
      err: 'error: "react" is a rule of cursor, in .cursor/rules/react.mdc.\nhint: Delete the file, or run `precept delete react`.\n',
    });
    expect(await readdir(join(project.dir, ".cursor/rules"))).toEqual(["react.mdc"]);
  });

  it("prints the deleted rule as JSON", async () => {
    const { precept } = await createProject(database);
    await precept(["remember", "Use tabs.", "--name", "tabs"]);
    expect(JSON.parse((await precept(["forget", "tabs", "--yes", "--json"])).out)).toMatchObject({
      deleted: true,
      active_again: [],
      rule: { name: "tabs", content: "Use tabs." },
    });
  });
});
