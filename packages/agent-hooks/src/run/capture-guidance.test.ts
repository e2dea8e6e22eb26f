import { createProject } from "@precept/testing";
import { openLazyWorkspace, openWorkspace } from "@precept/workspace";
import { expect, it } from "vitest";
import { hostIds } from "../host-ids.ts";
import { runHook } from "./run-hook.ts";

const config = { ".git/HEAD": "ref: refs/heads/main\n", ".precept/config.yaml": "store: { sqlite: true }\n" };

/** Prompts of a session, and its end. */
async function openSessions(files: Readonly<Record<string, string>> = config) {
  const { dir } = await createProject(files);
  const home = `${dir}/no-home`;
  const send = async (event: string, more: object = {}, session = "s1") => {
    const payload = { hook_event_name: event, session_id: session, cwd: dir, ...more };
    const workspace = await openLazyWorkspace(dir, { home });
    const output = await runHook(JSON.stringify(payload), {
      host: "claude-code",
      open: async () => workspace,
      env: {},
      cwd: dir,
      now: Date.now,
    });
    await workspace[Symbol.asyncDispose]();
    return output;
  };
  const say = (prompt: string, session?: string) => send("UserPromptSubmit", { prompt }, session);
  const rules = async () => {
    await using workspace = await openWorkspace(dir, { home });
    return await workspace.list();
  };
  return { send, say, rules };
}

it("proposes what the user corrects when the session ends, with the sentence and the session", async () => {
  expect(hostIds).toContain("claude-code");
  const { send, say, rules } = await openSessions();
  await say("no, use pnpm for this repo. Then fix the cart.");
  await say("As I said, use pnpm for this repo.");
  expect(await rules()).toEqual([]);
  expect(await send("SessionEnd", { reason: "exit" })).toMatchObject({ exitCode: 0, stderr: "" });
  expect(await rules()).toMatchObject([
    {
      name: "use-pnpm-for-this-repo",
      content: "Use pnpm for this repo.",
      pending: true,
      inclusion: "relevant",
      source: "hook",
      metadata: { said: "no, use pnpm for this repo.", session: "s1" },
      origin: { store: "sqlite" },
    },
  ]);
});

it("proposes at most three rules a session, and no text twice", async () => {
  const { send, say, rules } = await openSessions();
  await say("Always use tabs. Always test the cart. Never log passwords. Always write dates in UTC.");
  await send("Stop");
  await say("Always read the changelog first.");
  await send("SessionEnd");
  expect((await rules()).map(({ name }) => name).toSorted()).toEqual([
    "always-test-the-cart",
    "always-use-tabs",
    "never-log-passwords",
  ]);
  await say("always use TABS.", "s2");
  await send("SessionEnd", {}, "s2");
  expect(await rules()).toHaveLength(3);
});

it("keeps what the user said when the agent is given further rules", async () => {
  const rule = (name: string, content: string) => ({
    [`.precept/rules/${name}.md`]: `---\nname: ${name}\ndescription: ${name}\ninclusion: manual\n---\n${content}\n`,
  });
  const { send, say, rules } = await openSessions({
    ".git/HEAD": "",
    ...rule("first", "Return early."),
    ...rule("second", "Use tabs."),
  });
  await say("Always run the linter. Follow @first.");
  await say("And follow @second.");
  await send("SessionEnd");
  const proposed = (await rules()).filter(({ pending }) => pending);
  expect(proposed).toMatchObject([{ content: "Always run the linter.", source: "hook" }]);
});

it.each([
  ["if the configuration says so", { ...config, ".precept/config.yaml": "memory: { capture: false }\n" }],
  ["in a project without a configuration and rules of Precept", { ".git/HEAD": "" }],
])("proposes nothing %s", async (_, files) => {
  const { send, say, rules } = await openSessions(files);
  await say("Always use tabs.");
  expect((await send("SessionEnd")).stderr).toBe("");
  expect(await rules()).toEqual([]);
});
