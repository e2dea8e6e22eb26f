import { chmod, mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createRule, PreceptError, type RuleInput, type RuleStore } from "@precept/core";
import { cursor, precept } from "@precept/mdc-compat";
import { describe, expect, it } from "vitest";
import { createProject, type Project } from "@precept/testing";
import { listAll, openStore } from "../test/rules-of.ts";

const commented = [
  "---",
  "# who to ask",
  "name: money",
  "owner: 'billing'  # not the shop",
  "description: Amounts",
  "priority: 80",
  "---",
  "",
  "Cents.",
  "",
].join("\r\n");

function open(project: Project): RuleStore {
  return openStore({
    projectDir: project.dir,
    roots: [
      { dir: ".precept/rules", codec: precept },
      { dir: ".cursor/rules", codec: cursor },
      { dir: "home/rules", codec: precept, scope: "global", optional: true },
      { dir: ".precept/local/rules", codec: precept, overlay: true, optional: true },
    ],
  });
}

function rule(input: Partial<RuleInput> = {}) {
  return createRule({ id: "new", name: "style", description: "Style", content: "Be brief.\n", ...input });
}

async function refusal(call: Promise<unknown>): Promise<PreceptError> {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!PreceptError.is(error)) throw new Error("The call was not refused.", { cause: error });
  return error;
}

describe("a new rule", () => {
  it("is written to a file named after it, in the first root of its scope", async () => {
    const project = await createProject({});
    const store = open(project);
    const { rule: saved, revision } = await store.save(rule({ priority: 70 }));
    expect(saved).toMatchObject({ id: "project:.precept/rules/style.md", name: "style", priority: 70, content: "Be brief.\n" });
    expect(await readFile(join(project.dir, ".precept/rules/style.md"), "utf8")).toBe(
      "---\nname: style\ndescription: Style\ninclusion: always\npriority: 70\n---\n\nBe brief.\n",
    );
    expect(revision).toBe(saved.origin.sha256);
    expect((await store.save(rule({ scope: "global" }))).rule.id).toBe("global:home/rules/style.md");
    expect((await store.save(rule({ origin: { store: "fs", overlay: true } }))).rule.id).toBe(
      "project:.precept/local/rules/style.md",
    );
    expect((await store.save(rule({ origin: { store: "fs", root: ".cursor/rules" } }))).rule.id).toBe(
      "project:.cursor/rules/style.mdc",
    );
  });

  it("gets the path in its id, so that a deleted rule returns to its old path", async () => {
    const project = await createProject({ ".precept/rules/api/errors.md": commented });
    const store = open(project);
    const [before] = await listAll(store);
    if (before === undefined) throw new Error("no rule");
    expect(await store.delete(before.rule.id)).toBe(true);
    expect((await store.save(before.rule)).rule.id).toBe("project:.precept/rules/api/errors.md");
  });

  it("gets a number if its name is taken, and overwrites nothing", async () => {
    const project = await createProject({ ".precept/rules/style.md": "hand-written, no rule" });
    const store = open(project);
    expect((await store.save(rule())).rule.id).toBe("project:.precept/rules/style-2.md");
    expect((await store.save(rule({ id: "another" }))).rule.id).toBe("project:.precept/rules/style-3.md");
    expect(await readFile(join(project.dir, ".precept/rules/style.md"), "utf8")).toBe("hand-written, no rule");
  });

  it("is refused if no root has its scope", async () => {
    const error = await refusal(open(await createProject({})).save(rule({ scope: "session" })));
    expect(error.message).toBe("There is no rule directory for session scope.");
  });

  it("is refused if its file would not express it", async () => {
    const project = await createProject({});
    const origin = { store: "fs", root: ".cursor/rules" };
    const error = await refusal(open(project).save(rule({ contexts: ["chat"], origin })));
    expect(error.code).toBe("RULE_FIELDS_NOT_STORED");
    expect(error.message).toContain("Cursor has no contexts.");
    expect((await refusal(open(project).save(rule({ content: "x".repeat(300_000), origin })))).message).toContain("262,144");
    expect(await readdir(project.dir)).toEqual([]);
  });
});

describe("a change", () => {
  it("changes nothing else: comments, unknown keys, quotes and line endings stay", async () => {
    const project = await createProject({ ".precept/rules/money.md": commented });
    await chmod(join(project.dir, ".precept/rules/money.md"), 0o640);
    const store = open(project);
    const [before] = await listAll(store);
    if (before === undefined) throw new Error("no rule");
    await store.save({ ...before.rule, priority: 10 }, { revision: before.revision });
    const path = join(project.dir, ".precept/rules/money.md");
    expect(await readFile(path, "utf8")).toBe(commented.replace("priority: 80", "priority: 10"));
    expect((await stat(path)).mode & 0o777).toBe(0o640);
  });

  it("is refused if the file was changed by another program, noticed or not", async () => {
    const project = await createProject({ ".precept/rules/money.md": commented });
    const store = open(project);
    const [before] = await listAll(store);
    if (before === undefined) throw new Error("no rule");
    await project.write(".precept/rules/money.md", commented.replace("Cents", "Pence"));
    const change = { ...before.rule, priority: 10 };
    expect((await refusal(store.save(change, { revision: before.revision }))).code).toBe("RULE_CONFLICT");
    expect((await refusal(store.delete(before.rule.id, { revision: before.revision }))).code).toBe("RULE_CONFLICT");
    expect((await refusal(store.save(change))).code).toBe("RULE_CONFLICT");
    expect(await readFile(join(project.dir, ".precept/rules/money.md"), "utf8")).toContain("Pence");
  });

  it("is written to the target of a link", async () => {
    const project = await createProject({ ".precept/rules/real/money.md": commented });
    await project.link(".precept/rules/linked.md", "real/money.md");
    const store = open(project);
    const linked = await store.get("project:.precept/rules/linked.md");
    if (linked === undefined) throw new Error("no rule");
    await store.save({ ...linked.rule, priority: 10 }, { revision: linked.revision });
    expect(await readFile(join(project.dir, ".precept/rules/real/money.md"), "utf8")).toContain("priority: 10");
    expect((await readdir(join(project.dir, ".precept/rules"))).toSorted()).toEqual(["linked.md", "real"]);
  });

  it("cannot rename a rule that is named after its file", async () => {
    const project = await createProject({ ".cursor/rules/react.mdc": "---\nalwaysApply: true\n---\nText.\n" });
    const store = open(project);
    const [before] = await listAll(store);
    if (before === undefined) throw new Error("no rule");
    const error = await refusal(store.save({ ...before.rule, name: "vue" }, { revision: before.revision }));
    expect(error.message).toContain("a Cursor rule is named after its file; rename the file");
  });
});

describe("a root that belongs to one user", () => {
  it("gives its rules their user, and does not write the user into files", async () => {
    const text = "---\nname: mine\ndescription: Mine\n---\n\nText.\n";
    const project = await createProject({ "home/ada/mine.md": text });
    const roots = [{ dir: "home/ada", codec: precept, scope: "user", userId: "ada" } as const];
    const store = openStore({ projectDir: project.dir, roots });
    const [before] = await listAll(store);
    expect(before?.rule.userId).toBe("ada");
    if (before === undefined) throw new Error("no rule");
    const after = await store.save({ ...before.rule, priority: 60 }, { revision: before.revision });
    expect(after.rule.userId).toBe("ada");
    expect(await readFile(join(project.dir, "home/ada/mine.md"), "utf8")).toBe(
      text.replace("Mine\n---", "Mine\npriority: 60\n---"),
    );
  });
});

describe("a failed write", () => {
  it("is reported clearly if the root is a file", async () => {
    const project = await createProject({});
    await mkdir(join(project.dir, ".precept"));
    await writeFile(join(project.dir, ".precept/rules"), "");
    const error = await refusal(open(project).save(rule()));
    expect(error.code).toBe("STORE_FAILED");
    expect(error.message).toMatch(/cannot write "\.precept\/rules\/style\.md"/);
  });

  it("leaves no incomplete file", async () => {
    const project = await createProject({ ".precept/rules/money.md": commented });
    const store = open(project);
    await store.save(rule());
    await refusal(store.save(rule({ id: "project:.precept/rules/money.md" })));
    expect((await readdir(join(project.dir, ".precept/rules"))).toSorted()).toEqual(["money.md", "style.md"]);
  });
});

describe("a rule that would supersede itself", () => {
  it("is rejected, directly and through other rules, and nothing is written", async () => {
    const project = await createProject({});
    const store = openStore({ projectDir: project.dir, roots: [{ dir: ".precept/rules", codec: precept }] });
    const one = await store.save(createRule({ id: "one", name: "one", description: "One.", content: "One.\n" }));
    const two = await store.save(
      createRule({ id: "two", name: "two", description: "Two.", content: "Two.\n", replaces: [one.rule.id] }),
    );
    for (const id of [one.rule.id, two.rule.id]) {
      const saving = store.save({ ...one.rule, replaces: [id] }, { revision: one.revision });
      await expect(saving).rejects.toMatchObject({ code: "RULE_INVALID" });
    }
    expect(await store.get(one.rule.id)).toEqual(one);
  });
});
