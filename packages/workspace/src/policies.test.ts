import { systemManagedDir } from "@precept/enforcement";
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { policyFile } from "@precept/testing";
import { describe, expect, it } from "vitest";
import { planWorkspace } from "./plan.ts";
import { createProject, nativeRule } from "../test/project.ts";
import type { Workspace } from "./workspace.ts";

const file = ".precept/policies/a.yaml";
const config = ".precept/config.yaml";

async function idsIn({ policies }: Workspace): Promise<readonly string[]> {
  return (await policies.list()).map(({ id }) => id);
}

describe("policy settings", () => {
  it("come from the configuration, with paths relative to the project", async () => {
    const { dir } = await createProject({
      [config]: `policies:
  dirs: [team]
  starters: [secrets]
  ignore: [vendor]
  shadow: true
  baseline: known.json
  audit: { dir: logs, mask: [session], keep: 3 }
  notify: { command: [notify-send], retries: 1 }
  rollback: true
  keepCheckpoints: 2
  maxFixes: 1
  tables: { severity_mapping: { MEDIUM: P0 }, priority_mapping: { P0: { action: LOG_ONLY } }, phase_matrix: { TEST: [P1] } }
`,
    });
    const { settings, diagnostics } = await planWorkspace(dir, { trustedDirs: [dir] });
    expect(diagnostics).toEqual([]);
    expect(settings.policies).toEqual({
      managedDirs: [systemManagedDir()],
      dirs: [join(dir, "team")],
      starters: ["secrets"],
      ignore: ["vendor"],
      shadow: true,
      baseline: join(dir, "known.json"),
      audit: { dir: join(dir, "logs"), mask: ["session"], keep: 3 },
      notify: { command: ["notify-send"], webhook: undefined, timeout: 5000, retries: 1 },
      rollback: true,
      keepCheckpoints: 2,
      maxFixes: 1,
      tables: {
        severity_mapping: { MEDIUM: "P0" },
        priority_mapping: { P0: { action: "LOG_ONLY" } },
        phase_matrix: { TEST: ["P1"] },
      },
    });
  });

  it.each([
    ["policies: { rollback: true }", "policies.rollback"],
    ["policies: { tables: { priority_mapping: { P0: { rollback: true } } } }", "policies.tables.priority_mapping.P0.rollback"],
    [
      "policies: { tables: { priority_mapping: { P1: { action: TERMINATE, rollback: true } } } }",
      "policies.tables.priority_mapping.P1.rollback",
    ],
  ])("turn rollbacks on, in a trusted project only: %s", async (text, setting) => {
    const { dir } = await createProject({ [config]: text });
    const trusted = await planWorkspace(dir, { trustedDirs: [dir] });
    expect([trusted.settings.policies.rollback, trusted.diagnostics]).toEqual([true, []]);
    const { settings, diagnostics } = await planWorkspace(dir);
    expect(settings.policies.rollback).toBe(false);
    expect(diagnostics).toMatchObject([
      { code: "config/not-trusted", message: `"${setting}" is ignored, because this project is not trusted.` },
    ]);
  });

  it.each([
    ["policies: { tables: { priority_mapping: { P1: { rollback: true } } } }", "P1 maps to QUICK_FIX"],
    ["policies: { tables: { priority_mapping: { P0: { action: LOG_ONLY, rollback: true } } } }", "P0 maps to LOG_ONLY"],
    ["policies: { rollback: false, tables: { priority_mapping: { P0: { rollback: true } } } }", '"policies.rollback" is false'],
  ])("report a rollback that has no effect: %s", async (text, reason) => {
    const { dir } = await createProject({ [config]: text });
    const { settings, diagnostics } = await planWorkspace(dir, { trustedDirs: [dir] });
    expect(settings.policies.rollback).toBe(false);
    expect(diagnostics).toMatchObject([
      { code: "config/no-effect", severity: "error", message: expect.stringContaining(reason) as string },
    ]);
  });

  it("never come from the configuration or an .env file for managed directories", async () => {
    const { dir } = await createProject({
      [config]: "policies: { managedDirs: [team], managedPolicyDirs: [team] }\nmanagedPolicyDirs: [team]\n",
      ".env": "PRECEPT_MANAGED_DIR=team\n",
    });
    const { settings, diagnostics } = await planWorkspace(dir, { trustedDirs: [dir] });
    expect(settings.policies.managedDirs).toEqual([systemManagedDir()]);
    expect(diagnostics.map(({ code }) => code)).toEqual(["config/unknown-key", "config/unknown-key", "config/unknown-key"]);
  });

  it("come from the options before the configuration", async () => {
    const { open } = await createProject({
      [config]: "policies: { dirs: [team], starters: [secrets] }",
      "mine/a.yaml": policyFile(),
    });
    expect(await idsIn(await open({ policyDirs: ["mine"], starterPolicies: [] }))).toEqual(["A-1"]);
  });

  it("apply to checks and to enforcement", async () => {
    const { open, dir } = await createProject({
      [config]: "policies: { shadow: true, audit: { dir: logs, mask: [session] } }",
      [file]: policyFile({ severity: "CRITICAL" }),
    });
    const workspace = await open();
    expect(await workspace.check({ text: "bad" })).toMatchObject({ action: "PASS", shadowed: [{ policy: "A-1" }] });
    await workspace.policies.enforce({ text: "bad" }, { session: "of ada" });
    const text = await readFile(join(dir, "logs/rule_violations.jsonl"), "utf8");
    expect(text).toContain('"rule_id":"A-1"');
    expect(text).not.toContain("of ada");
  });

  it("apply when the workspace reloads after a change of the configuration", async () => {
    const { open, write } = await createProject({ "team/a.yaml": policyFile() });
    const workspace = await open();
    expect(await idsIn(workspace)).toEqual([]);
    await write(config, "policies: { dirs: [team] }");
    await workspace.reload();
    expect(await idsIn(workspace)).toEqual(["A-1"]);
  });

  it("apply without a reload if the workspace is watched", async () => {
    const { open, write } = await createProject({ "team/a.yaml": policyFile() });
    const workspace = await open({ watch: true });
    await workspace.policies.list();
    const changed = new Promise<readonly string[]>((resolve) => {
      workspace.policies.subscribe(({ saved }) => resolve(saved));
    });
    await write(config, "policies: { dirs: [team] }");
    expect(await changed).toEqual(["A-1"]);
  });
});

describe("the policies of a workspace", () => {
  it("are not loaded to resolve rules, and neither is their code", async () => {
    const { dir, home } = await createProject({ [file]: policyFile(), ".precept/rules/a.md": nativeRule("a") });
    const program = fileURLToPath(new URL("../test/resolve-only.ts", import.meta.url));
    const printed = execFileSync(process.execPath, ["--conditions=@precept/source", program, dir, home], { encoding: "utf8" });
    const loaded = JSON.parse(printed) as readonly string[];
    expect(loaded.some((url) => url.includes("/core/src/"))).toBe(true);
    const forPolicies = /\/governance\/src\/(?!model\/)|regexpp|better-sqlite3|open-policy-engine/;
    expect(loaded.filter((url) => forPolicies.test(url))).toEqual([]);
  });

  it("report their changes to the feed of the workspace", async () => {
    const { open, write } = await createProject({ [file]: policyFile() });
    const workspace = await open();
    await workspace.policies.list();
    const reported: string[] = [];
    workspace.subscribe(({ policies }) => policies && reported.push(policies.saved.join()));
    await workspace.reload();
    expect(reported).toEqual([]);
    await write(file, policyFile({ severity: "LOW" }));
    await write(".precept/policies/c.yaml", policyFile({ id: "C-1" }));
    await workspace.policies.reload();
    expect(reported).toEqual(["A-1,C-1"]);
  });

  it("are closed with the workspace", async () => {
    const { open } = await createProject({ [file]: policyFile() });
    const workspace = await open();
    await workspace[Symbol.asyncDispose]();
    await expect(workspace.policies.list()).rejects.toMatchObject({ code: "RULEBOOK_CLOSED" });
    await expect(workspace.check({ text: "bad" })).rejects.toMatchObject({ code: "RULEBOOK_CLOSED" });
  });

  it("write nothing if the workspace is read-only", async () => {
    const { open, dir } = await createProject({ [file]: policyFile() });
    const { policies } = await open({ readOnly: true });
    expect(await policies.enforce({ text: "bad" })).toMatchObject({ action: "LOG_ONLY", logIds: [] });
    expect(existsSync(join(dir, ".precept/audit"))).toBe(false);
    expect(existsSync(join(dir, ".precept/state"))).toBe(false);
  });
});

describe("a project that the user does not trust", () => {
  it("sends no notifications, and reports that its configuration asks for them", async () => {
    const save = [process.execPath, "-e", 'require("fs").writeFileSync("notified", "")'];
    const { open, dir } = await createProject({
      [config]: `policies: { notify: { command: ${JSON.stringify(save)} } }`,
      [file]: policyFile({ severity: "CRITICAL" }),
    });
    const workspace = await open();
    expect(await workspace.diagnostics()).toMatchObject([
      { code: "config/not-trusted", message: expect.stringContaining("policies.notify") },
    ]);
    expect(await workspace.policies.enforce({ text: "bad" })).toMatchObject({ action: "TERMINATE", notifiesHuman: true });
    await workspace[Symbol.asyncDispose]();
    expect(existsSync(join(dir, "notified"))).toBe(false);
    const trusted = await open({ trustedDirs: [dir] });
    await trusted.policies.enforce({ text: "bad" });
    await trusted[Symbol.asyncDispose]();
    expect(existsSync(join(dir, "notified"))).toBe(true);
  });

  it("writes its audit log and its baseline to the default paths instead of paths outside the project", async () => {
    const { open, dir } = await createProject({
      [config]: "policies: { audit: { dir: ../out }, baseline: /tmp/precept-baseline.json }",
    });
    const workspace = await open();
    expect(workspace.settings.policies).toMatchObject({
      audit: { dir: join(dir, ".precept/audit") },
      baseline: join(dir, ".precept/baseline.json"),
    });
    expect((await workspace.diagnostics()).map(({ code }) => code)).toEqual(["config/not-trusted", "config/not-trusted"]);
    const trusted = await open({ trustedDirs: [join(dir, "..")] });
    expect(trusted.settings.policies).toMatchObject({ audit: { dir: join(dir, "../out") } });
    expect(await trusted.diagnostics()).toEqual([]);
  });
});

it("evaluates policies on the branch of the project: a force push on main is denied, on another branch it is not", async () => {
  const rest = { match: { pattern: "push --force", context_filter: { branch: "main" } }, tests: {} };
  const { dir, open } = await createProject({ [file]: policyFile({ severity: "CRITICAL", rest }) });
  const git = (...args: readonly string[]) => execFileSync("git", args, { cwd: dir, stdio: "pipe" });
  git("init", "-q", "-b", "main");
  const { policies } = await open();
  const push = { kind: "command", text: "git push --force" } as const;
  expect(await policies.enforce(push)).toMatchObject({ action: "TERMINATE", denies: true });
  git("symbolic-ref", "HEAD", "refs/heads/mine");
  expect(await policies.enforce(push)).toMatchObject({ action: "PASS", denies: false });
});
