import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createProject, nativeRule } from "../test/precept-in.ts";
import { preceptProcess } from "../test/precept-process.ts";

const noEval = `
id: NO-EVAL
severity: CRITICAL
match: { pattern: '\\beval\\(' }
message: No eval.
tests: { valid: [evaluate(1)], invalid: ["eval(x)"] }
`;

describe("four concurrent processes", () => {
  it("lose no entry of a baseline", async () => {
    const files = ["a", "b", "c", "d"].map((name) => `src/${name}.js`);
    const project = await createProject({
      ".git/HEAD": "",
      ".precept/policies/a.yaml": noEval,
      ...Object.fromEntries(files.map((file) => [file, `eval(${JSON.stringify(file)});\n`])),
    });
    const outcomes = await Promise.all(files.map((file) => preceptProcess(project, ["check", file, "--update-baseline"])));
    expect(outcomes.map(({ code, err }) => [code, err])).toEqual(files.map(() => [0, ""]));
    const text = await readFile(join(project.dir, ".precept/baseline.json"), "utf8");
    const { entries } = JSON.parse(text) as { readonly entries: readonly { readonly file: string }[] };
    expect(entries.map(({ file }) => file).toSorted()).toEqual(files);
    expect((await readdir(join(project.dir, ".precept"))).filter((name) => name.startsWith("."))).toEqual([]);
  });

  it.each([
    ["files", [], ".precept/rules/same.md"],
    ["the database", ["--store", "sqlite"], "sqlite: project:same"],
  ])(
    "create a rule of the same name in %s: one succeeds, the others report where it is",
    { tags: "slow" },
    async (_, options, location) => {
      const project = await createProject({ ".git/HEAD": "", ".precept/config.yaml": "store:\n  sqlite: true\n" });
      const outcomes = await Promise.all(
        [1, 2, 3, 4].map((number) => preceptProcess(project, ["create", "same", "--content", `Text ${number}`, ...options])),
      );
      const refused = outcomes.filter(({ code }) => code !== 0);
      expect(refused.map(({ code }) => code)).toEqual([2, 2, 2]);
      const message = `A rule named "same" already exists at project scope: ${location}.`;
      for (const { err } of refused) expect(err).toContain(message);
      expect((await project.precept(["list", "--json"])).out.match(/"name": "same"/g)).toHaveLength(1);
      expect(await readdir(join(project.dir, ".precept/rules")).catch(() => [])).toEqual(options.length === 0 ? ["same.md"] : []);
    },
  );

  it("lose no acknowledged edit of a rule", async () => {
    const project = await createProject({ ".git/HEAD": "", ".precept/rules/one.md": nativeRule("one") });
    const edits = [
      { option: ["--priority", "77"], written: "priority: 77" },
      { option: ["--description", "Described"], written: "description: Described" },
      { option: ["--glob", "src/**"], written: 'globs: ["src/**"]' },
      { option: ["--content", "Other text"], written: "Other text" },
    ];
    const outcomes = await Promise.all(edits.map(({ option }) => preceptProcess(project, ["edit", "one", ...option])));
    const text = await readFile(join(project.dir, ".precept/rules/one.md"), "utf8");
    const refused = outcomes.filter(({ code }) => code !== 0);
    expect(refused.length).toBeLessThan(edits.length);
    for (const { code, err } of refused) expect([code, err]).toEqual([1, expect.stringContaining("is at revision")]);
    const acknowledged = edits.filter((_, at) => outcomes[at]?.code === 0).map(({ written }) => written);
    expect(acknowledged.filter((written) => !text.includes(written))).toEqual([]);
    expect(await readdir(join(project.dir, ".precept/rules"))).toEqual(["one.md"]);
  });

  it("disable, edit and delete a rule: an acknowledged deletion is the last change", { tags: "slow" }, async () => {
    const project = await createProject({ ".git/HEAD": "", ".precept/rules/one.md": nativeRule("one") });
    const [deleted, ...others] = await Promise.all([
      preceptProcess(project, ["delete", "one", "--yes"]),
      preceptProcess(project, ["disable", "one"]),
      preceptProcess(project, ["edit", "one", "--priority", "9"]),
      preceptProcess(project, ["disable", "one"]),
    ]);
    expect(await readdir(join(project.dir, ".precept/rules"))).toEqual(deleted?.code === 0 ? [] : ["one.md"]);
    // The rule is not found if another process deleted it first.
    for (const { code } of [deleted, ...others]) expect([0, 1, 2]).toContain(code);
    expect([deleted, ...others].some((outcome) => outcome?.code === 0)).toBe(true);
  });
});
