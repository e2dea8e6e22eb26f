import { chmod, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createProject, nativeRule, type TestProject } from "../../../test/precept-in.ts";

const policy =
  "id: NO-ANY\nseverity: LOW\nmode: shadow\nmatch: { pattern: ': any' }\nmessage: No any.\ntests: { valid: [x], invalid: ['a: any'] }\n";

/** An agent that follows the rule if its rule file has it. */
const agent = `
import { existsSync, readFileSync, writeFileSync } from "node:fs";
const rules = existsSync("AGENTS.md") ? readFileSync("AGENTS.md", "utf8") : "";
writeFileSync("b.ts", rules.includes("No any") ? "export const b: number = 1;" : "export const b: any = 1;");
`;

const never = new Promise<void>(() => undefined);

interface EvalProject extends TestProject {
  /** Runs `precept eval` in a trusted project. */
  readonly evaluate: (
    args: readonly string[],
    options?: Parameters<TestProject["precept"]>[1],
  ) => ReturnType<TestProject["precept"]>;
}

async function createEvalProject(files: Readonly<Record<string, string>> = {}): Promise<EvalProject> {
  const project = await createProject({
    ".precept/rules/types.md": "---\nname: types\ndescription: Types\nchecks: [NO-ANY]\n---\n\nNo any.\n",
    ".precept/rules/tabs.md": nativeRule("tabs"),
    ".precept/policies/any.yaml": policy,
    ".precept/evals/types.yaml": `rules: [types]\ntask: Add b\nagent: { command: [${JSON.stringify(process.execPath)}, agent.mjs, "{prompt}"] }\n`,
    "agent.mjs": agent,
    ...files,
  });
  const evaluate: EvalProject["evaluate"] = (args, options = {}) =>
    project.precept(["eval", ...args], {
      interrupted: never,
      ...options,
      env: { PRECEPT_TRUSTED_DIRS: project.dir, PATH: process.env["PATH"] ?? "", ...options.env },
    });
  return { ...project, evaluate };
}

describe("precept eval", () => {
  it("measures the effect of a rule, and repeats the report from the records", async () => {
    const { evaluate, dir } = await createEvalProject();
    const { out, err, code } = await evaluate(["types", "--runs", "3", "--yes"]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toMatch(
      /^rule +with it +no rules +other rules +effect\ntypes +3 of 3 +0 of 3 +0 of 3 +\+100 points \(10 to 100\) +it helps/,
    );
    expect((await evaluate(["--replay"])).out).toBe(out);
    const { rules } = JSON.parse(await readFile(join(dir, ".precept/evals/results.json"), "utf8")) as {
      readonly rules: Readonly<Record<string, object>>;
    };
    expect(rules["types"]).toMatchObject({ verdict: "helps", counts: { with: { count: 3, of: 3 } } });
  });

  it("starts nothing in a project that is not trusted, or without an agreement", async () => {
    const { evaluate, precept, dir } = await createEvalProject();
    expect(await precept(["eval", "--yes"])).toMatchObject({ code: 2, err: expect.stringContaining("not trusted") as string });
    expect(await evaluate([])).toMatchObject({ code: 2, err: expect.stringContaining("--dry-run") as string });
    expect(await evaluate([], { interactive: true, answer: false })).toMatchObject({
      code: 0,
      out: expect.stringContaining(" starts: ") as string,
    });
    expect(await readdir(join(dir, ".precept"))).toEqual(["evals", "policies", "rules"]);
  });

  it("shows what it would start and cost", async () => {
    const { precept } = await createEvalProject();
    const { out, code } = await precept(["eval", "--dry-run"]);
    expect(code).toBe(0);
    expect(out).toContain("60 runs: 1 case (types), 20 each");
    expect(out).toContain("agent.mjs {prompt}");
  });

  it("continues an eval that was stopped, if its cases are the same", async () => {
    const { evaluate, dir } = await createEvalProject();
    const first = await evaluate(["--runs", "2", "--max-runs", "2", "--yes"]);
    expect(first.out).toContain("Stopped after 2 of 6 runs: --max-runs is reached.");
    const second = await evaluate(["--resume", "--yes", "--json"]);
    expect(JSON.parse(second.out)).toMatchObject({ runs: { done: 6, planned: 6 }, stopped: null });
    await writeFile(join(dir, ".precept/evals/types.yaml"), "rules: [types]\ntask: Another\nagent: { command: [true] }\n");
    expect(await evaluate(["--resume", "--yes"])).toMatchObject({
      code: 2,
      err: expect.stringContaining("have changed") as string,
    });
  });

  it("records privately, and removes its copies", async () => {
    const { evaluate, dir } = await createEvalProject();
    await evaluate(["--runs", "1", "--yes"]);
    const state = join(dir, ".precept/state");
    const files = (await readdir(state, { recursive: true, withFileTypes: true })).filter(({ name }) => name !== ".gitignore");
    for (const entry of files) {
      const { mode } = await stat(join(entry.parentPath, entry.name));
      expect([entry.name, mode & 0o077]).toEqual([entry.name, 0]);
    }
    const copies = files.find(({ name }) => name === "copies.json");
    const { dir: copy } = JSON.parse(await readFile(join(copies?.parentPath ?? "", "copies.json"), "utf8")) as {
      readonly dir: string;
    };
    await expect(stat(copy)).rejects.toThrow("ENOENT");
  });

  it("does not count runs whose agent could not work, and stops after three", async () => {
    const { evaluate } = await createEvalProject({
      ".precept/evals/types.yaml": "rules: [types]\ntask: Add b\nagent: { command: [no-such-agent] }\n",
    });
    const { code, out, err } = await evaluate(["--yes"]);
    expect(code).toBe(1);
    expect(out).toContain("three runs failed in succession");
    expect(err).toContain("no-such-agent");
  });

  it("reports errors of cases with their locations, and unknown names", async () => {
    const { evaluate } = await createEvalProject({
      ".precept/evals/types.yaml": "rules: [typs]\ntask: Add b\nexpect: { policies: [NO-SUCH] }\n",
    });
    const { code, err } = await evaluate([]);
    expect(code).toBe(2);
    expect(err).toContain('.precept/evals/types.yaml:1:9  error  The project has no rule "typs".');
    expect(err).toContain('No policy "NO-SUCH" is active.');
    expect(err).toContain("An eval case has no agent");
    expect(await evaluate(["tipes"])).toMatchObject({ code: 2, err: expect.stringContaining("Did you mean") as string });
    expect(await evaluate(["list"])).toMatchObject({ code: 1, out: expect.stringContaining("has errors") as string });
  });

  it("fails if an effect is surely smaller", async () => {
    const { evaluate, dir } = await createEvalProject();
    await writeFile(join(dir, "agent.mjs"), agent.replace('rules.includes("No any")', "true"));
    await chmod(join(dir, "agent.mjs"), 0o755);
    await evaluate(["--runs", "8", "--yes"]);
    expect(await evaluate(["--replay", "--fail-under", "50"])).toMatchObject({ code: 1 });
    expect(await evaluate(["--replay", "--fail-under", "10"])).toMatchObject({ code: 0 });
    expect((await evaluate(["--replay"])).out).toContain("the model does this by itself");
  });
});
