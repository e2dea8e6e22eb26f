import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createProject, type TestProject } from "../../../test/precept-in.ts";

const policy = `
id: NO-EVAL
severity: CRITICAL
match: { pattern: '\\beval\\(' }
message: No eval.
tests: { valid: [evaluate(1)], invalid: ["eval(x)"] }
`;

const files = { ".precept/policies/a.yaml": policy, "src/a.js": "eval(a);\n", "src/b.js": "eval(b);\n" };

async function entriesIn({ dir }: TestProject, path = ".precept/baseline.json"): Promise<readonly string[]> {
  const { entries } = JSON.parse(await readFile(join(dir, path), "utf8")) as { entries: { file: string }[] };
  return entries.map(({ file }) => file);
}

describe("a baseline", () => {
  it("accepts existing violations, even if they move in their files, and no new ones", async () => {
    const project = await createProject(files);
    expect((await project.precept(["check", "--update-baseline"])).code).toBe(0);
    await writeFile(join(project.dir, "src/a.js"), "\n\n  eval(a);\n");
    expect((await project.precept(["check"])).code).toBe(0);
    await writeFile(join(project.dir, "src/a.js"), "eval(a);\neval(more);\n");
    const { out, code } = await project.precept(["check"]);
    expect(out).toMatch(/^src\/a\.js:2:1 {2}TERMINATE/);
    expect(out).toContain("1 violation (1 TERMINATE), 2 accepted");
    expect(code).toBe(1);
  });

  it("fails on stale entries until it is pruned", async () => {
    const project = await createProject(files);
    await project.precept(["check", "--update-baseline"]);
    await writeFile(join(project.dir, "src/a.js"), "\n");
    await rm(join(project.dir, "src/b.js"));
    const stale = await project.precept(["check"]);
    expect(stale.out.match(/baseline\/stale/g)).toHaveLength(2);
    expect(stale.code).toBe(1);
    expect((await project.precept(["check", "src/a.js"])).out.match(/baseline\/stale/g)).toHaveLength(1);
    expect((await project.precept(["check", "--prune-baseline"])).code).toBe(0);
    expect(await entriesIn(project)).toEqual([]);
  });

  it("retains entries that the check did not cover", async () => {
    const project = await createProject(files);
    await project.precept(["check", "--update-baseline"]);
    await writeFile(join(project.dir, "src/a.js"), "");
    await project.precept(["check", "src/a.js", "--update-baseline"]);
    expect(await entriesIn(project)).toEqual(["src/b.js"]);
    await writeFile(join(project.dir, "src/b.js"), "");
    expect((await project.precept(["check", "--context", "tool=Write"])).code).toBe(0);
  });

  it("is read from the file that --baseline names", async () => {
    const project = await createProject(files);
    expect((await project.precept(["check", "--baseline", "debts.json", "--update-baseline"])).code).toBe(0);
    expect(await entriesIn(project, "debts.json")).toEqual(["src/a.js", "src/b.js"]);
    expect((await project.precept(["check"])).code).toBe(1);
    expect((await project.precept(["check", "--baseline", "debts.json"])).code).toBe(0);
    const { out } = await project.precept(["check", "--baseline", "../debts.json"], { cwd: "src" });
    expect(out).toContain("2 files checked");
    await writeFile(join(project.dir, "debts.json"), "{}");
    expect((await project.precept(["check", "--baseline", "debts.json"])).out).toContain("baseline/invalid");
  });
});

describe("reports for other programs", () => {
  it("contain every policy, accepted violations with reasons, and fingerprints in SARIF", async () => {
    const { precept } = await createProject({ ...files, "src/b.js": "eval(b); // precept-ignore NO-EVAL -- it is ours\n" });
    const { out, code } = await precept(["check", "--format", "sarif"]);
    expect(JSON.parse(out)).toMatchObject({
      runs: [
        {
          tool: { driver: { rules: expect.arrayContaining([expect.objectContaining({ id: "NO-EVAL" })]) as unknown } },
          results: [
            {
              ruleId: "NO-EVAL",
              level: "error",
              suppressions: [],
              partialFingerprints: { "precept/v1": expect.any(String) as string },
            },
            { ruleId: "NO-EVAL", suppressions: [{ kind: "inSource", justification: "it is ours" }] },
          ],
        },
      ],
    });
    expect(code).toBe(1);
  });

  it("are annotations for GitHub", async () => {
    const { precept } = await createProject({ ...files, "src/b.js": "" });
    const { out } = await precept(["check", "--format", "github"]);
    expect(out).toBe("::error file=src/a.js,line=1,endLine=1,col=1,endColumn=5,title=NO-EVAL::No eval.\n");
  });
});
