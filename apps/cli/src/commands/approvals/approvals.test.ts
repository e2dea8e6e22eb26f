import { describe, expect, it } from "vitest";
import { openWorkspace } from "@precept/workspace";
import { createProject } from "../../../test/precept-in.ts";

const policy = `
id: NO-PUSH
severity: CRITICAL
handler: ASK
match: { pattern: 'git push' }
message: Ask before you push.
`;

async function createAsked() {
  const project = await createProject({ ".precept/policies/a.yaml": policy });
  const enforce = async () => {
    await using workspace = await openWorkspace(project.dir, { home: `${project.dir}/no-home` });
    return await workspace.policies.enforce({ kind: "command", text: "git push" }, { session: "s", agent: "Bob" });
  };
  const { questions } = await enforce();
  return { ...project, enforce, key: questions[0]?.question.key ?? "" };
}

const human = { interactive: true, answer: true };

describe("precept approvals", () => {
  it("lists open questions, and lets a human at a terminal approve one", async () => {
    const { precept, enforce, key } = await createAsked();
    expect((await precept(["approvals", "list"])).out).toMatch(new RegExp(`${key} +NO-PUSH +s +Bob .* open +git push`));
    const approved = await precept(["approvals", "approve", key, "--as", "Ada"], human);
    expect(approved).toMatchObject({
      code: 0,
      err: expect.stringContaining("NO-PUSH: Ask before you push.\n  git push") as string,
    });
    const { out } = await precept(["approvals", "list", "--json"]);
    expect(JSON.parse(out)).toMatchObject({ approvals: [{ key, answer: { approved: true, by: "Ada", remember: "once" } }] });
    expect(await enforce()).toMatchObject({ denies: false });
    expect(await enforce()).toMatchObject({ denies: true });
  });

  it.each([
    ["without a terminal", {}],
    ["if standard input is no terminal", { interactive: true, canAsk: false, answer: true }],
    ["in a terminal that an agent has started", { ...human, env: { CLAUDECODE: "1" } }],
  ])("refuses to approve %s", async (_when, options) => {
    const { precept, enforce, key } = await createAsked();
    const { code, err } = await precept(["approvals", "approve", key], options);
    expect(err).toContain("Only a human can approve this");
    expect(code).toBe(2);
    expect(await enforce()).toMatchObject({ denies: true });
  });

  it("approves nothing if the human does not confirm it", async () => {
    const { precept, enforce, key } = await createAsked();
    expect((await precept(["approvals", "approve", key], { interactive: true, answer: false })).out).toBe(
      "Nothing was answered.\n",
    );
    expect(await enforce()).toMatchObject({ denies: true, questions: [{ status: "open" }] });
  });

  it("denies without a terminal, with a reason for the agent", async () => {
    const { precept, enforce, key } = await createAsked();
    await precept(["approvals", "deny", key, "--reason", "Not on Friday.", "--remember", "session"]);
    expect(await enforce()).toMatchObject({
      denies: true,
      questions: [{ status: "denied", answer: { reason: "Not on Friday." } }],
    });
  });

  it("refuses unknown keys and durations", async () => {
    const { precept, key } = await createAsked();
    expect(await precept(["approvals", "deny", "zz"])).toMatchObject({
      code: 2,
      err: expect.stringContaining('Unknown question "zz"') as string,
    });
    expect(await precept(["approvals", "deny", key, "--remember", "ever"])).toMatchObject({ code: 2 });
  });

  it("appears in the audit log, and in its numbers", async () => {
    const { precept } = await createAsked();
    expect((await precept(["audit", "stats"])).out).toMatch(/^1 entry\n\nby policy\nNO-PUSH +1 +█{20}\n\nby action\nASK +1 /);
    expect(JSON.parse((await precept(["audit", "stats", "--json", "--session", "other"])).out)).toMatchObject({ total: 0 });
    expect((await precept(["audit", "stats", "--session", "other"])).out).toBe("No entries.\n");
  });
});
