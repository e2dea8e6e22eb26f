import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { run } from "../../run.ts";
import { enforceIn } from "../../../test/enforce-in.ts";
import { createProject, type TestProject } from "../../../test/precept-in.ts";

const policies = `
- id: NO-EVAL
  severity: MEDIUM
  match: { pattern: '\\beval\\(' }
  message: No eval.
  tests: { valid: [x], invalid: ["eval(x)"] }
- id: NO-RM
  severity: CRITICAL
  match: { pattern: 'rm -rf', context_filter: { subject: command } }
  message: No rm.
  tests: { valid: [x], invalid: ["rm -rf /"] }
`;

async function createLog(): Promise<TestProject> {
  const project = await createProject({ ".precept/policies/a.yaml": policies });
  await enforceIn(project, { file: "src/a.js", text: "eval(a);\n" }, { agent: "Implementer" });
  await enforceIn(project, { kind: "command", text: "rm -rf /" });
  return project;
}

async function idsOf({ precept }: TestProject, ...args: readonly string[]): Promise<readonly string[]> {
  const { entries } = JSON.parse((await precept(["audit", ...args, "--json"])).out) as { entries: { rule_id: string }[] };
  return entries.map(({ rule_id: id }) => id);
}

describe("precept audit", () => {
  it("lists all entries, or those that the options select", async () => {
    const project = await createLog();
    expect(await idsOf(project, "list")).toEqual(["NO-EVAL", "NO-RM"]);
    expect(await idsOf(project, "list", "--rule", "NO-RM")).toEqual(["NO-RM"]);
    expect(await idsOf(project, "list", "--handler", "LOG_ONLY")).toEqual(["NO-EVAL"]);
    expect(await idsOf(project, "list", "--since", "2999-01-01")).toEqual([]);
    expect(await idsOf(project, "tail", "-n", "1")).toEqual(["NO-RM"]);
    expect((await project.precept(["audit", "list"])).out).toMatch(
      /^\S+Z {2}RULE-\d{8}-001 {2}NO-EVAL {2}LOG_ONLY {2}P2 {2}src\/a\.js:1 {2}Implementer {2}No eval\.\n/,
    );
    expect((await project.precept(["audit", "list", "--since", "once"])).code).toBe(2);
  });

  it("finds a modified entry", async () => {
    const project = await createLog();
    expect(await project.precept(["audit", "verify"])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^intact .* 2 entries\n/) as string,
    });
    const path = join(project.dir, ".precept/audit/rule_violations.jsonl");
    await writeFile(path, (await readFile(path, "utf8")).replace("Implementer", "Reviewer"));
    const { code, out } = await project.precept(["audit", "verify"]);
    expect(code).toBe(1);
    expect(out).toMatch(/^modified /);
    expect((await project.precept(["doctor"])).out).toMatch(/fail {2}audit log .*modified/);
  });

  it("fails without a log if a trusted hash is given", async () => {
    const { precept } = await createProject({});
    expect((await precept(["audit", "verify"])).code).toBe(0);
    expect((await precept(["audit", "verify", "--trusted", "0".repeat(64)])).code).toBe(1);
  });

  it("follows new entries, each once, until it is interrupted", async () => {
    const project = await createLog();
    let out = "";
    let end = (): void => {};
    const ended = new Promise<void>((resolve) => (end = resolve));
    const following = run(["audit", "tail", "-n", "1", "--follow"], {
      env: { PRECEPT_HOME: join(project.dir, "no-home") },
      cwd: project.dir,
      interactive: false,
      out(text) {
        out += text;
        if (out.includes("-003")) end();
      },
      err: () => {},
      readInput: async () => "",
      ask: async () => false,
      askText: async () => "",
      interrupted: () => ended,
    });
    await expect.poll(() => out).toContain("-002");
    await enforceIn(project, { file: "src/b.js", text: "eval(b);\n" });
    expect(await following).toBe(0);
    expect(out.match(/RULE-\d{8}-\d{3}/g)?.map((id) => id.slice(-3))).toEqual(["002", "003"]);
  });
});
