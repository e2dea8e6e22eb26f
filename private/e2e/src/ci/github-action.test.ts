import { mkdir, readFile, symlink } from "node:fs/promises";
import { join } from "node:path";
import { makeDirectory, openTestRepository, type TestRepository } from "@precept/testing";
import { describe, expect, it } from "vitest";
import { createPreceptProgram } from "./precept-program.ts";
import { runAction, type ActionOptions, type ActionRun } from "./run-action.ts";

const policy = `
id: NO-EVAL
severity: HIGH
message: Do not evaluate texts.
match: { pattern: '\\beval\\(', file_patterns: ["src/**"] }
tests: { valid: [evaluate(x)], invalid: [{ text: eval(x), file: src/a.ts }] }
`;

/** A repository whose last commit adds a line with a violation to a file that has one already. */
async function createRepository(): Promise<TestRepository & { readonly baseSha: string }> {
  const repository = openTestRepository();
  repository.write(".gitignore", "node_modules\nprecept.sarif\n");
  repository.write(".precept/policies/no-eval.yaml", policy);
  repository.write("src/a.ts", "eval(old);\n");
  repository.git("add", "-A");
  repository.git("commit", "-qm", "Base");
  const baseSha = repository.git("rev-parse", "HEAD").trim();
  repository.write("src/a.ts", "eval(old);\neval(added);\n");
  repository.git("commit", "-qam", "Change");
  return { ...repository, baseSha };
}

async function run(workspace: string, options: Partial<ActionOptions> = {}): Promise<ActionRun> {
  const temp = makeDirectory();
  const path = await createPreceptProgram(join(temp, "bin"));
  // The action uses the project's own version, so that nothing is downloaded.
  await mkdir(join(workspace, "node_modules/.bin"), { recursive: true });
  await symlink(join(path, "precept"), join(workspace, "node_modules/.bin/precept")).catch(() => undefined);
  return runAction({ workspace, temp, path, ...options });
}

describe("the GitHub action", () => {
  it("reports what a pull request adds: annotations, a table, SARIF and outputs", { tags: "slow" }, async () => {
    const { dir, baseSha } = await createRepository();
    const { ok, log, outputs, used } = await run(dir, { baseSha, inputs: { "upload-sarif": "true" } });
    expect(ok).toBe(false);
    expect(log).toContain("::error file=src/a.ts,line=2");
    expect(log).not.toContain("line=1");
    expect(log).toContain("1 violation (1 QUICK_FIX)");
    expect(outputs["check"]).toEqual({ violations: "1", sarif: "./precept.sarif" });
    expect(used).toEqual({ "github/codeql-action/upload-sarif@v3": { sarif_file: "./precept.sarif", category: "precept" } });
    const sarif = JSON.parse(await readFile(join(dir, "precept.sarif"), "utf8"));
    expect(sarif.runs[0].results).toHaveLength(1);
  });

  it("reports all violations of a push, and of changed files without added-lines", { tags: "slow" }, async () => {
    const { dir, baseSha } = await createRepository();
    expect((await run(dir)).outputs["check"]?.["violations"]).toBe("2");
    const { outputs } = await run(dir, { baseSha, inputs: { "added-lines": "false" } });
    expect(outputs["check"]?.["violations"]).toBe("2");
  });

  it("passes without violations, and runs the other checks after violations", { tags: "slow" }, async () => {
    const { dir, baseSha, git } = await createRepository();
    expect((await run(dir, { baseSha })).ran).toEqual([
      "Find or install precept",
      "Check files against the policies",
      "Check rule files",
      "Check exported rule files",
    ]);
    git("checkout", "-q", baseSha);
    const { ok, outputs, log } = await run(dir, { baseSha, inputs: { sarif: "" } });
    expect({ ok, log }).toMatchObject({ ok: true });
    expect(outputs["check"]).toEqual({ violations: "0" });
  });

  it("fails if the check itself fails, without outputs that look like a clean result", { tags: "slow" }, async () => {
    const { dir } = await createRepository();
    const { ok, outputs, log } = await run(dir, { inputs: { since: "no-such-branch" } });
    expect(ok).toBe(false);
    expect(outputs["check"]).toEqual({});
    expect(log).toContain("no-such-branch");
  });

  it("never runs the text of an input as a command", async () => {
    const { dir } = await createRepository();
    const attack = `$(touch ${dir}/attacked); touch ${dir}/attacked #`;
    await run(dir, { inputs: { since: attack, sarif: attack, "working-directory": ".", version: attack } });
    await expect(readFile(join(dir, "attacked"))).rejects.toThrow("ENOENT");
  });

  it("fails if an exported file is out of date", { tags: "slow" }, async () => {
    const { dir, write } = await createRepository();
    const rule = "---\nname: style\ndescription: Style\ninclusion: always\n---\n\nUse tabs.\n";
    write(".precept/rules/style.md", rule);
    write(".precept/config.yaml", "export:\n  to: [agents]\n");
    const drifted = await run(dir, { inputs: { check: "false" } });
    expect(drifted).toMatchObject({ ok: false, ran: expect.not.arrayContaining(["Check files against the policies"]) });
    expect(drifted.log).toContain("AGENTS.md");
    expect((await run(dir, { inputs: { check: "false", export: "false" } })).ok).toBe(true);
  });
});
