import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createRule, type Scope } from "@precept/core";
import { describe, expect, it } from "vitest";
import { createProject, namesOf, nativeRule } from "../../test/project.ts";
import type { Workspace } from "../workspace.ts";
import { chooseTenantStore, storeKindOf } from "./choose-store.ts";
import { findRuleHistory } from "./find-rule-history.ts";
import { findStoredRule } from "./find-stored-rule.ts";
import { planRestore, restoreRule } from "./restore-rule.ts";
import { saveNewRule } from "./add-rule.ts";
import { createSessionRule } from "../session-rule.ts";

const rule = (name: string, scope: Scope = "user") => createRule({ id: "new", name, description: name, content: name, scope });

/** Creates a personal rule of a user. */
async function create(workspace: Workspace, userId: string, name: string): Promise<void> {
  const tenant = { userId };
  await workspace.withStores(tenant, async (stores) => {
    await chooseTenantStore({ workspace, tenant, stores }, "user").save(rule(name), { uniqueName: true });
  });
}

const namesFor = async (workspace: Workspace, userId: string) => namesOf(await workspace.list({ tenant: { userId } }));

describe("a workspace with writable user directories", () => {
  it("creates the first rule of a user, whom the next listing answers with it", async () => {
    const { open, home } = await createProject();
    const workspace = await open({ userDirs: "writable" });
    expect(await namesFor(workspace, "bob")).toEqual([]);
    await create(workspace, "bob", "tabs");
    expect(await namesFor(workspace, "bob")).toEqual(["tabs"]);
    expect(await namesFor(workspace, "ada")).toEqual([]);
    expect(await readFile(join(home, "users/bob/rules/tabs.md"), "utf8")).toContain("name: tabs");
  });

  it("writes to the same store that its rulebook reads, also after a reload and a new configuration", async () => {
    const { open, write } = await createProject({ "~/users/bob/rules/old.md": nativeRule("old") });
    const workspace = await open({ userDirs: "writable" });
    await create(workspace, "bob", "first");
    await workspace.reload();
    await create(workspace, "bob", "second");
    await write(".precept/config.yaml", "project: shop\n");
    await workspace.reload();
    await create(workspace, "bob", "third");
    expect(await namesFor(workspace, "bob")).toEqual(["first", "old", "second", "third"]);
  });

  it("includes a rule that was written while a new configuration was applied", async () => {
    const { open, write } = await createProject();
    const workspace = await open({ userDirs: "writable" });
    const tenant = { userId: "bob" };
    await workspace.withStores(tenant, async (stores) => {
      await write(".precept/config.yaml", "project: shop\n");
      await workspace.reload();
      // The new stores read the directory before the rule is there.
      expect(await namesFor(workspace, "bob")).toEqual([]);
      await chooseTenantStore({ workspace, tenant, stores }, "user").save(rule("late"));
    });
    expect(await namesFor(workspace, "bob")).toEqual(["late"]);
  });

  it.each(["../bob", "a/b", "", "..", "a\0b"])("refuses to store rules of the user %j in files", async (userId) => {
    const { open } = await createProject();
    const workspace = await open({ userDirs: "writable" });
    await expect(create(workspace, userId, "tabs")).rejects.toMatchObject({ code: "USER_UNSUITABLE", details: { user: userId } });
  });

  it("stores rules of users without a possible directory in the database", async () => {
    const { open } = await createProject();
    const workspace = await open({ userDirs: "writable", sqlite: true });
    const tenant = { userId: "acme/bob" };
    await workspace.withStores(tenant, async (stores) => {
      const target = { workspace, tenant, stores };
      expect(storeKindOf(chooseTenantStore(target, "user"))).toBe("sqlite");
      expect(() => chooseTenantStore(target, "user", "fs")).toThrow(expect.objectContaining({ code: "STORE_UNSUITABLE" }));
    });
  });
});

describe("a workspace", () => {
  it.each([{}, { userDirs: "writable", readOnly: true } as const])(
    "with %j does not write to another user's directory",
    async (options) => {
      const { open } = await createProject({ "~/users/bob/rules/old.md": nativeRule("old") });
      const workspace = await open({ user: "ada", ...options });
      await expect(create(workspace, "bob", "tabs")).rejects.toMatchObject({ code: "SCOPE_UNSUPPORTED" });
      await workspace.withStores({ userId: "bob" }, async (stores) => {
        const store = stores.find(({ id }) => id === "user:bob");
        await expect(store?.save(rule("tabs"))).rejects.toMatchObject({ code: "STORE_CAPABILITY_MISSING" });
      });
    },
  );
});

describe("findStoredRule", () => {
  it("prefers an id to a name, and narrows a name by its scope", async () => {
    const id = "project:.precept/rules/a.md";
    const { open } = await createProject({
      ".precept/rules/a.md": nativeRule("a"),
      ".precept/rules/b.md": nativeRule(JSON.stringify(id)),
      "~/rules/a.md": nativeRule("a"),
    });
    const workspace = await open();
    const target = { workspace, tenant: {}, stores: workspace.stores };
    const pathOf = async (...args: [string, { scope?: Scope }?]) =>
      (await findStoredRule(target, ...args)).stored.rule.origin.path?.split("/").slice(-2).join("/");
    expect(await pathOf(id)).toBe("rules/a.md");
    expect(await pathOf(".precept/rules/b.md")).toBe("rules/b.md");
    expect(await pathOf("a", { scope: "global" })).toBe("rules/a.md");
    await expect(pathOf("a")).rejects.toMatchObject({ code: "RULE_AMBIGUOUS" });
    await expect(pathOf("a", { scope: "user" })).rejects.toMatchObject({ code: "RULE_NOT_FOUND" });
    await expect(pathOf("*")).rejects.toMatchObject({ code: "RULE_NOT_FOUND" });
  });
});

describe("saveNewRule", () => {
  it("refuses a name that another process took, although the rulebook has not seen that rule yet", async () => {
    const { open } = await createProject({ ".precept/config.yaml": "store: { sqlite: true }\n" });
    const [first, second] = [await open(), await open()];
    await second.list();
    const save = async (workspace: Workspace, id: string) => {
      const store = workspace.storeFor("project", "sqlite");
      return saveNewRule({ tenant: {} }, store, { ...rule("money", "project"), id });
    };
    await save(first, "a");
    await expect(save(second, "b")).rejects.toMatchObject({ code: "RULE_EXISTS", details: { location: "sqlite: a" } });
    await expect(save(second, "a")).rejects.toMatchObject({ code: "RULE_EXISTS" });
  });
});

describe("restoreRule", () => {
  it("creates a deleted rule again, found by its name", async () => {
    const { open } = await createProject();
    const workspace = await open({ sqlite: true });
    const target = { workspace, tenant: {}, stores: workspace.stores };
    const store = chooseTenantStore(target, "project", "sqlite");
    await store.save({ ...rule("money", "project"), id: "project:money" });
    await store.delete("project:money");
    const history = await findRuleHistory(target, "money");
    expect(history.revisions.map(({ deleted }) => deleted)).toEqual([true, false]);
    const plan = planRestore(history, 1, "money");
    expect((await restoreRule(history, plan)).rule).toMatchObject({ name: "money", content: "money" });
    expect(() => planRestore(history, 9, "money")).toThrow(expect.objectContaining({ code: "VERSION_UNKNOWN" }));
  });
});

describe("createSessionRule", () => {
  it("gives rules of different users and sessions different ids", () => {
    const ids = [undefined, "ada", "ada/chat", "@ada"].flatMap((userId) =>
      ["chat", "ada", "@ada", "ada/chat"].map((session) => createSessionRule({ name: "x" }, { session, userId }, "session").id),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("refuses to replace rules of other sessions", () => {
    const replacing = (replaces: string[]) =>
      createSessionRule({ name: "x", replaces }, { session: "chat", userId: "ada" }, "session");
    expect(replacing(["session:@ada/chat/y"]).replaces).toEqual(["session:@ada/chat/y"]);
    for (const id of ["session:@bob/chat/y", "session:chat/y", "session:@ada/chat2/y", "project:y"]) {
      expect(() => replacing([id])).toThrow(expect.objectContaining({ code: "RULE_INVALID" }));
    }
  });
});
