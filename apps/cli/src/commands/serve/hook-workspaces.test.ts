import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runHook, type HookOutput, type LeasedWorkspace } from "@precept/agent-hooks";
import { createProject } from "@precept/testing";
import { openLazyWorkspace, type WorkspaceOptions } from "@precept/workspace";
import { describe, expect, it, onTestFinished } from "vitest";
import { HookWorkspaces } from "./hook-workspaces.ts";

const policy = (id: string, pattern: string): string =>
  `id: ${id}\nseverity: CRITICAL\nmatch: { pattern: '${pattern}', context_filter: { subject: command } }\nmessage: m\n`;

const rule = (text: string): string => `---\nname: all\ndescription: All.\ninclusion: always\n---\n\n${text}\n`;

/** What happens to a project between two hooks. */
const changes: readonly (readonly [what: string, path: string, text: string | undefined])[] = [
  ["nothing", ".precept/other", ""],
  ["a new policy", ".precept/policies/b.yaml", policy("NO-LS", "^ls")],
  ["a weaker policy", ".precept/policies/b.yaml", policy("NO-LS", "^never")],
  ["a policy with an error", ".precept/policies/b.yaml", "id: [\n"],
  ["a repaired policy", ".precept/policies/b.yaml", policy("NO-LS", "^ls")],
  ["a deleted policy", ".precept/policies/b.yaml", undefined],
  ["a starter", ".precept/config.yaml", "policies: { starters: [destructive-commands] }\n"],
  ["an invalid setting", ".precept/config.yaml", "policies: { starters: 7 }\n"],
  ["no configuration", ".precept/config.yaml", undefined],
  ["the configuration of the user", "home/config.yaml", "trustedDirs: [/]\n"],
  ["a rule", ".precept/rules/all.md", rule("Be careful.")],
  ["another rule", ".precept/rules/all.md", rule("Be bold.")],
  ["an accepted violation", ".precept/baseline.json", "{"],
  ["no policies", ".precept/policies", undefined],
];

const bash = (command: string): object => ({ hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command } });

const calls: Readonly<Record<string, object>> = {
  "rm -rf build": bash("rm -rf build"),
  ls: bash("ls"),
  "rm -rf /": bash("rm -rf /"),
  "a prompt": { hook_event_name: "UserPromptSubmit", prompt: "Fix the cart" },
};

describe("a prepared workspace", () => {
  it("answers as a new one after any change of the project", async () => {
    const { dir } = await createProject({ ".git/HEAD": "", ".precept/policies/a.yaml": policy("NO-RM", "^rm -rf b") });
    const options: WorkspaceOptions = { home: join(dir, "home"), discover: true };
    const workspaces = new HookWorkspaces();
    onTestFinished(() => workspaces[Symbol.asyncDispose]());
    const answers: string[] = [];
    for (const [what, path, text] of changes) {
      const at = join(dir, path);
      await mkdir(join(at, ".."), { recursive: true });
      await (text === undefined ? rm(at, { recursive: true }) : writeFile(at, text));
      for (const [call, payload] of Object.entries(calls)) {
        const own = await decide(dir, { ...payload, session_id: `own ${what}` }, async () => {
          const workspace = await openLazyWorkspace(dir, { ...options, remember: true });
          return { workspace, release: async () => workspace[Symbol.asyncDispose]() };
        });
        const shared = await decide(dir, { ...payload, session_id: `shared ${what}` }, async () =>
          workspaces.lease({ directory: dir, options }),
        );
        expect([what, call, shared]).toEqual([what, call, own]);
        if (/"(?:deny|block)"|Be bold/.test(own.stdout)) answers.push(`${what}: ${call}`);
      }
    }
    expect(answers).toMatchInlineSnapshot(`
      [
        "nothing: rm -rf build",
        "a new policy: rm -rf build",
        "a new policy: ls",
        "a weaker policy: rm -rf build",
        "a policy with an error: rm -rf build",
        "a policy with an error: ls",
        "a policy with an error: rm -rf /",
        "a policy with an error: a prompt",
        "a repaired policy: rm -rf build",
        "a repaired policy: ls",
        "a deleted policy: rm -rf build",
        "a starter: rm -rf build",
        "a starter: rm -rf /",
        "an invalid setting: rm -rf build",
        "an invalid setting: ls",
        "an invalid setting: rm -rf /",
        "an invalid setting: a prompt",
        "no configuration: rm -rf build",
        "the configuration of the user: rm -rf build",
        "a rule: rm -rf build",
        "another rule: rm -rf build",
        "another rule: a prompt",
        "an accepted violation: rm -rf build",
        "an accepted violation: a prompt",
        "no policies: a prompt",
      ]
    `);
  });

  it("opens no further workspace after its end", async () => {
    const { dir } = await createProject({ ".git/HEAD": "" });
    const workspaces = new HookWorkspaces();
    const lease = await workspaces.lease({ directory: dir, options: { home: join(dir, "home") } });
    await workspaces[Symbol.asyncDispose]();
    await lease.release();
    await expect(lease.workspace.policies.list()).rejects.toThrow("closed");
  });

  it("says what of the environment an answer depends on", async () => {
    const { dir, write } = await createProject({ ".git/HEAD": "" });
    const workspaces = new HookWorkspaces();
    onTestFinished(() => workspaces[Symbol.asyncDispose]());
    const declines = async (options: WorkspaceOptions): Promise<string | undefined> => {
      const lease = await workspaces.lease({ directory: dir, options: { home: join(dir, "home"), ...options } });
      await lease.release();
      return lease.declines;
    };
    expect(await declines({})).toBeUndefined();
    expect(await declines({ managedPolicyDirs: [dir] })).toBe("there are managed policies");
    await write(".precept/config.yaml", "policies: { rollback: true }\n");
    expect(await declines({})).toBeUndefined();
    expect(await declines({ trustedDirs: [dir] })).toBe("rollbacks start the git of the hook's environment");
  });
});

type Open = () => Promise<Pick<LeasedWorkspace, "workspace" | "release">>;

async function decide(dir: string, payload: object, open: Open): Promise<HookOutput> {
  let release: (() => Promise<void>) | undefined;
  const output = await runHook(JSON.stringify({ ...payload, cwd: dir }), {
    host: "claude-code",
    env: {},
    cwd: dir,
    now: () => 1,
    deadline: 60_000,
    async open() {
      const lease = await open();
      release = () => lease.release();
      return lease.workspace;
    },
  });
  await release?.();
  return output;
}
