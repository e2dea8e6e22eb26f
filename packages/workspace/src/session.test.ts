import { describe, expect, it } from "vitest";
import { createProject, namesOf, nativeRule } from "../test/project.ts";

describe("a session", () => {
  it("has rules of its own, which take precedence and apply to no other request", async () => {
    const { open } = await createProject({ ".precept/rules/tone.md": nativeRule("tone", {}, "Formal.") });
    const workspace = await open();
    const first = workspace.session("one");
    const second = workspace.session("two");
    const { rule } = await first.add({ name: "tone", content: "Casual.", override: true });
    await second.add({ name: "tone", content: "Rude.", override: true });
    expect(rule).toMatchObject({ id: "session:one/tone", scope: "session", origin: { store: "session", session: "one" } });

    const answerOf = async (request: Parameters<typeof workspace.resolve>[0]) =>
      (await workspace.resolve(request)).applied.map(({ content }) => content.trim());
    expect((await first.resolve()).applied.map(({ content }) => content)).toEqual(["Casual."]);
    expect(await answerOf({ session: "two" })).toEqual(["Rude."]);
    expect(await answerOf({ session: "three" })).toEqual(["Formal."]);
    expect(await answerOf({})).toEqual(["Formal."]);
    expect(namesOf(await first.rules())).toEqual(["tone"]);
  });

  it("deletes its rules when it ends, in one change, and no others", async () => {
    const { open } = await createProject();
    const workspace = await open();
    const other = workspace.session("other");
    await other.add({ name: "stays" });
    const published: (readonly string[])[] = [];
    {
      await using session = workspace.session("short");
      await session.add({ name: "a" });
      await session.add({ name: "b", id: "own-id" });
      workspace.subscribe(({ deleted }) => published.push(deleted));
    }
    expect(published).toEqual([["session:short/a", "session:short/own-id"]]);
    expect(namesOf(await workspace.list())).toEqual(["stays"]);
  });

  it("is the same object until it ends, and a new one afterwards", async () => {
    const { open } = await createProject();
    const workspace = await open();
    const session = workspace.session("s");
    expect(workspace.session("s")).toBe(session);
    await session.add({ name: "a" });
    await session.end();
    await session.end();
    expect(await session.rules()).toEqual([]);
    const ended = { code: "SESSION_ENDED", message: 'The session "s" has ended.' };
    await expect(session.add({ name: "b" })).rejects.toMatchObject(ended);
    await expect(session.resolve()).rejects.toMatchObject(ended);
    await workspace.session("s").add({ name: "a" });
    expect(await workspace.list({ scope: "session" })).toHaveLength(1);
  });

  it("also deletes a rule that was being added when it ended", async () => {
    const { open } = await createProject();
    const workspace = await open();
    const session = workspace.session("s");
    await Promise.all([session.add({ name: "late" }), session.end()]);
    expect(await workspace.list()).toEqual([]);
  });

  it("distinguishes similar ids", async () => {
    const { open } = await createProject();
    const workspace = await open();
    await workspace.session("a").add({ name: "b/c" });
    await workspace.session("a/b").add({ name: "c" });
    expect(namesOf(await workspace.session("a").rules())).toEqual(["b/c"]);
    expect(namesOf(await workspace.session("a/b").rules())).toEqual(["c"]);
  });

  it("refuses a rule that is invalid, already exists or replaces a rule of another session", async () => {
    const { open } = await createProject();
    const workspace = await open();
    const session = workspace.session("s");
    await session.add({ name: "a" });
    await workspace.session("t").add({ name: "x" });
    await expect(session.add({ name: "b", priority: 101 })).rejects.toMatchObject({ code: "RULE_INVALID" });
    await expect(session.add({ name: "a" })).rejects.toMatchObject({ code: "RULE_CONFLICT" });
    await expect(session.add({ name: "b", replaces: ["session:t/x"] })).rejects.toMatchObject({ code: "RULE_INVALID" });
    await session.add({ name: "b", replaces: ["session:s/a"] });
    expect((await session.resolve()).applied.map(({ rule }) => rule.name)).toEqual(["b"]);
    expect(() => workspace.session("")).toThrow("Invalid value for session");
  });

  it("survives a reload that replaces stores, and can be ended after its workspace", async () => {
    const { open, write } = await createProject();
    const workspace = await open();
    const session = workspace.session("s");
    await session.add({ name: "a" });
    await write("web/.precept/rules/new.md", nativeRule("new"));
    await workspace.reload();
    await session.add({ name: "b" });
    expect(namesOf((await session.resolve({ files: ["web/a.ts"] })).applied.map(({ rule }) => rule))).toEqual(["a", "b", "new"]);
    await workspace[Symbol.asyncDispose]();
    await session.end();
  });
});
