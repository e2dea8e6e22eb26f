import { join } from "node:path";
import { createRule } from "@precept/core";
import { createSqliteStore } from "@precept/store-sqlite";
import { describe, expect, it } from "vitest";
import { createProject } from "../test/precept-in.ts";

/** A project `shop` whose database also has rules of other projects and users, all with the word `secret`. */
async function openShared() {
  const project = await createProject({
    ".precept/config.yaml": "project: shop\nuser: ada\nstore: { sqlite: true }\n",
    "src/a.ts": "",
  });
  await using store = createSqliteStore({ path: join(project.dir, ".precept/rules.sqlite") });
  const save = (id: string, content: string, owner: object = {}) =>
    store.save(createRule({ id, name: id, content, inclusion: "relevant", tags: ["topic:all"], ...owner }));
  await save("shared", "Shared amounts are in cents.");
  await save("own", "Own amounts are in cents.", { projectId: "shop" });
  await save("mine", "My amounts are in cents.", { userId: "ada", scope: "user" });
  for (const [id, owner] of [
    ["secret-project", { projectId: "bank" }],
    ["secret-user", { userId: "bob", scope: "user" }],
    ["secret-both", { projectId: "shop", userId: "bob", scope: "user" }],
  ] as const) {
    const { revision, rule } = await save(id, "Secret amounts are in euros.", owner);
    await store.save({ ...rule, content: "Never use secret cents for amounts." }, { revision });
  }
  return project;
}

const secret = /secret|bank|bob/i;

describe("a shared database", () => {
  it.each([
    ["list"],
    ["list", "--files", "src/a.ts"],
    ["search", "secret amounts"],
    ["search", "secret amounts", "--min-score", "1"],
    ["search", "secert"],
    ["show", "own"],
    ["explain", "src/a.ts", "--all", "--prompt", "secret amounts @secret-project"],
    ["resolve", "--prompt", "amounts in euros"],
    ["conflicts"],
    ["lint"],
    ["doctor"],
    ["usage"],
    ["history", "own"],
    ["reload"],
    ["watch", "src/a.ts"],
    ["complete", "precept show "],
    ["export", "--to", "claude", "--dry-run"],
    ["remember", "Own  amounts are in cents."],
    ["remember", "Secret amounts are in cents, not euros"],
    ["forget", "own", "--yes"],
  ])("has no trace of rules of other projects and users in `precept %s %s`", async (...args) => {
    const { precept } = await openShared();
    const given = args.join(" ");
    for (const more of [[], ["--json"]]) {
      const { out, err } = await precept([...args, ...more]);
      const text = out + err;
      // What the user typed may be repeated.
      const shown = secret.test(given) ? text.replaceAll(/secret amounts|secert|secret-project|secret-amounts/gi, "") : text;
      expect(shown).not.toMatch(secret);
    }
  });

  it.each(["show", "edit", "delete", "forget", "enable", "disable", "history", "usage", "diff", "restore"])(
    "`precept %s` does not know the rules of other projects and users, not even by their ids",
    async (command) => {
      const { precept } = await openShared();
      for (const id of ["secret-project", "secret-user", "secret-both"]) {
        const name = command === "diff" || command === "restore" ? `${id}@1` : id;
        const more = command === "edit" ? ["--content", "x"] : command === "delete" || command === "forget" ? ["--yes"] : [];
        const { out, err, code } = await precept([command, name, ...more]);
        expect([code, out, err.split("\n")[0]]).toEqual([2, "", `error: Unknown rule "${id}".`]);
      }
      expect(JSON.parse((await precept(["list", "--all-tenants", "--json"])).out)).toMatchObject({ rules: { length: 6 } });
    },
  );

  it("answers for the project and the user of options", async () => {
    const { precept } = await openShared();
    const namesOf = async (...args: readonly string[]) => {
      const { rules } = JSON.parse((await precept([...args, "--json"])).out) as { rules: readonly { name: string }[] };
      return rules.map(({ name }) => name).toSorted();
    };
    expect(await namesOf("list")).toEqual(["mine", "own", "shared"]);
    expect(await namesOf("list", "--project", "bank")).toEqual(["mine", "secret-project", "shared"]);
    expect(await namesOf("search", "amounts", "--project", "bank", "--user", "bob")).toEqual([
      "secret-project",
      "secret-user",
      "shared",
    ]);
    expect(await namesOf("search", "amounts", "--user", "bob")).toEqual(["own", "secret-both", "secret-user", "shared"]);
  });

  it("shows the rules of all projects and users with --all-tenants, with their owners", async () => {
    const { precept } = await openShared();
    const { out } = await precept(["list", "--all-tenants"]);
    expect(out).toMatchInlineSnapshot(`
      "name            scope    project  user  applies   priority  file
      mine            user     -        ada   relevant  50        sqlite
      own             project  shop     -     relevant  50        sqlite
      secret-both     user     shop     bob   relevant  50        sqlite
      secret-project  project  bank     -     relevant  50        sqlite
      secret-user     user     -        bob   relevant  50        sqlite
      shared          project  -        -     relevant  50        sqlite

      6 rules
      "
    `);
    expect((await precept(["list", "--all-tenants", "--scope", "user"])).out).toContain("3 rules");
    expect((await precept(["show", "secret-both", "--all-tenants"])).out).toMatch(/user +bob/);
    expect((await precept(["show", "nothing", "--all-tenants"])).code).toBe(2);
  });

  it("says that a name is ambiguous among all projects and users", async () => {
    const { precept } = await openShared();
    await precept(["remember", "One text about zebras.", "--name", "twin"]);
    await precept(["remember", "Another text of another project.", "--name", "twin", "--project", "bank"]);
    expect((await precept(["show", "twin", "--all-tenants"])).err).toContain("project:bank/twin, project:shop/twin");
    expect((await precept(["show", "project:bank/twin", "--all-tenants"])).code).toBe(0);
    expect((await precept(["show", "project:bank/twin"])).code).toBe(2);
  });

  it("stores new rules for the project or the user of the call, with ids that do not collide", async () => {
    const { precept } = await openShared();
    for (const project of ["shop", "bank"]) {
      const args = ["create", "same", "--content", "Text of it.", "--store", "sqlite", "--project", project, "--json"];
      expect(JSON.parse((await precept(args)).out)).toMatchObject({
        rule: { id: `project:${project}/same`, project_id: project },
      });
    }
    for (const user of ["ada", "bob"]) {
      const args = ["remember", "Text of a user.", "--name", "same-user", "--scope", "user", "--user", user, "--json"];
      expect(JSON.parse((await precept([...args, "--force"])).out)).toMatchObject({
        rule: { id: `user:${user}/same-user`, user_id: user },
      });
    }
  });
});
