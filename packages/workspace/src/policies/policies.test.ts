import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { starterPolicies } from "@precept/governance/starters";
import { describe, expect, it } from "vitest";
import { policyFile, policyValue } from "@precept/testing";
import { createProject, describeDiagnostic, nativeRule } from "../testing/project.ts";
import type { Workspace } from "../workspace.ts";

const file = ".precept/policies/a.yaml";
const config = ".precept/config.yaml";

async function idsIn({ policies }: Workspace): Promise<readonly string[]> {
  return (await policies.list()).map(({ id }) => id);
}

async function problemsIn({ policies }: Workspace): Promise<readonly string[]> {
  return (await policies.diagnostics()).map(describeDiagnostic);
}

describe("the policies of a workspace", () => {
  it("are those of the project, of other directories and of the starters that are named, by id", async () => {
    const { open } = await createProject({
      [config]: "policies: { dirs: [team], starters: [git-safety] }",
      [".precept/policies/deep/er.yml"]: policyFile({ id: "B-1" }),
      ".precept/policies/notes.txt": "no policy",
      "team/a.yaml": policyFile({ id: "A-1" }),
    });
    const workspace = await open();
    const ids = await idsIn(workspace);
    expect(ids.slice(0, 2)).toEqual(["A-1", "B-1"]);
    expect(ids.length).toBeGreaterThan(2);
    expect(await problemsIn(workspace)).toEqual([]);
    const sources = await Promise.all(["A-1", "B-1", ids.at(-1) ?? "", "NONE"].map((id) => workspace.policies.sourceOf(id)));
    expect(sources).toEqual(["team/a.yaml", ".precept/policies/deep/er.yml", "starter:git-safety", undefined]);
    expect(await workspace.policies.get("NONE")).toBeUndefined();
  });

  it("can be named by options, before the configuration", async () => {
    const { open } = await createProject({
      [config]: "policies: { dirs: [team], starters: [secrets] }",
      "mine/a.yaml": policyFile(),
    });
    expect(await idsIn(await open({ policyDirs: ["mine"], starterPolicies: [] }))).toEqual(["A-1"]);
  });

  it("take the place of a starter of the same id without a word, and of each other with one", async () => {
    const { open } = await createProject({ [config]: "policies: { starters: [secrets] }" });
    const [starter = ""] = await idsIn(await open());
    const other = await createProject({
      [config]: "policies: { starters: [secrets] }",
      [file]: policyFile({ id: starter }),
      ".precept/policies/b.yaml": policyFile({ id: starter, severity: "LOW" }),
    });
    const workspace = await other.open();
    expect(await workspace.policies.get(starter)).toMatchObject({ severity: "MEDIUM", message: `${starter} is broken.` });
    expect(await problemsIn(workspace)).toEqual(["policy/duplicate-id .precept/policies/b.yaml:1:1"]);
  });

  it("are refused where they fail their own tests, or may take for ever", async () => {
    const { open } = await createProject({
      [file]: policyFile({ rest: { tests: { valid: ["bad"], invalid: ["fine"] } } }),
      ".precept/policies/b.yaml": policyFile({ id: "B-1", pattern: "(a+)+$" }),
      ".precept/policies/c.yaml": policyFile({ id: "C-1" }),
      // Only trying it out shows what this one takes.
      ".precept/policies/d.yaml": policyFile({ id: "D-1", pattern: "(x+x+)+y" }),
      ".precept/policies/e.yaml": policyFile({ id: "E-1", rest: { match: { pattern: "bad", unless: "(x+x+)+y" } } }),
    });
    const workspace = await open();
    expect(await idsIn(workspace)).toEqual(["C-1"]);
    expect(await problemsIn(workspace)).toEqual([
      "policy/test-noisy .precept/policies/a.yaml:1:1",
      "policy/test-missing .precept/policies/a.yaml:1:1",
      "policy/pattern-dangerous .precept/policies/b.yaml:1:1",
      "policy/pattern-dangerous .precept/policies/d.yaml:1:1",
      "policy/pattern-dangerous .precept/policies/e.yaml:1:1",
    ]);
    expect((await workspace.policies.diagnostics()).at(-1)?.message).toContain("keeps it busy");
    // Whatever is remembered from the first time, it is the same the second time.
    const again = await open();
    expect(await idsIn(again)).toEqual(["C-1"]);
    expect(await problemsIn(again)).toEqual(await problemsIn(workspace));
  });

  it("are tried out again by each program that may write nothing, unless it may remember", async () => {
    const { open, dir } = await createProject({ [file]: policyFile() });
    const remembered = join(dir, ".precept/state/examined-policies.json");
    expect(await idsIn(await open({ readOnly: true }))).toEqual(["A-1"]);
    expect(existsSync(remembered)).toBe(false);
    expect(await idsIn(await open({ readOnly: true, remember: true }))).toEqual(["A-1"]);
    expect(existsSync(remembered)).toBe(true);
    expect(await readFile(join(dir, ".precept/state/.gitignore"), "utf8")).toBe("*\n");
  });

  it("are tried out again where what is remembered of them is damaged", async () => {
    const { open, write } = await createProject({ [file]: policyFile() });
    await idsIn(await open());
    const state = ".precept/state/examined-policies.json";
    for (const damaged of ["{", "[]", "null", '{"dangers":{"x":7},"passed":{"y":7}}']) {
      await write(state, damaged);
      expect(await idsIn(await open())).toEqual(["A-1"]);
    }
  });

  it("come with Precept as they are in its files", async () => {
    const folder = join(import.meta.dirname, "../../../governance/policies");
    const files = await readdir(folder);
    expect(Object.keys(starterPolicies).toSorted()).toEqual(files.map((name) => name.replace(/\.yaml$/, "")).toSorted());
    for (const [name, text] of Object.entries(starterPolicies))
      expect(await readFile(join(folder, `${name}.yaml`), "utf8")).toBe(text);
    const { open } = await createProject({ [config]: `policies: { starters: [${Object.keys(starterPolicies).join()}] }` });
    expect(await problemsIn(await open())).toEqual([]);
  });

  it("run their own tests when they are asked to", async () => {
    const { open } = await createProject({ [file]: policyFile(), ".precept/policies/b.yaml": policyFile({ id: "B-1" }) });
    const { policies } = await open();
    expect(await policies.test()).toMatchObject([
      { policy: "A-1", passed: true },
      { policy: "B-1", passed: true },
    ]);
    expect(await policies.test("B-1")).toMatchObject([{ policy: "B-1", results: [{ list: "valid" }, { list: "invalid" }] }]);
  });

  it("are no concern of somebody who asks about rules alone: their code is not even loaded", async () => {
    const { dir, home } = await createProject({ [file]: policyFile(), ".precept/rules/a.md": nativeRule("a") });
    const program = fileURLToPath(new URL("../testing/resolve-only.ts", import.meta.url));
    const printed = execFileSync(process.execPath, ["--conditions=@precept/source", program, dir, home], { encoding: "utf8" });
    const loaded = JSON.parse(printed) as readonly string[];
    expect(loaded.some((url) => url.includes("/core/src/"))).toBe(true);
    expect(loaded.filter((url) => /\/governance\/src\/(?!model\/)|re2js|regexpp|better-sqlite3|open-policies/.test(url))).toEqual(
      [],
    );
  });

  it("are no longer there once the workspace is closed", async () => {
    const { open } = await createProject({ [file]: policyFile() });
    const workspace = await open();
    await workspace[Symbol.asyncDispose]();
    await expect(workspace.policies.list()).rejects.toMatchObject({ code: "RULEBOOK_CLOSED" });
    await expect(workspace.check({ text: "bad" })).rejects.toMatchObject({ code: "RULEBOOK_CLOSED" });
  });
});

describe("a reload", () => {
  it("tells what changed, and nothing where nothing did", async () => {
    const { open, write, remove } = await createProject({
      [file]: policyFile(),
      ".precept/policies/b.yaml": policyFile({ id: "B-1" }),
    });
    const workspace = await open();
    await workspace.policies.list();
    const told: string[] = [];
    workspace.policies.subscribe(({ saved, deleted, diagnostics }) =>
      told.push(
        [...saved.map((id) => `+${id}`), ...deleted.map((id) => `-${id}`), ...diagnostics.map(({ code }) => `!${code}`)].join(
          " ",
        ),
      ),
    );
    workspace.subscribe(({ policies }) => policies && told.push(`feed ${policies.saved.join()}`));
    await workspace.reload();
    expect(told).toEqual([]);
    await write(file, policyFile({ severity: "LOW" }));
    await remove(".precept/policies/b.yaml");
    await write(".precept/policies/c.yaml", policyFile({ id: "C-1" }));
    await workspace.policies.reload();
    expect(told.toSorted()).toEqual(["+A-1 +C-1 -B-1", "feed A-1,C-1"]);
  });

  it.each([
    ["no YAML", "id: ["],
    ["a policy without what every policy has", "id: A-1\nseverity: HIGH\n"],
    ["a policy that fails its tests", policyFile({ severity: "HIGH", rest: { tests: { valid: ["bad"] } } })],
    ["a pattern that may take for ever", policyFile({ severity: "HIGH", pattern: "(a+)+$" })],
  ])("keeps a policy in force as it was where its file holds %s by now", async (_, broken) => {
    const { open, write, remove } = await createProject({ [file]: policyFile({ severity: "LOW" }) });
    const workspace = await open();
    await workspace.policies.list();
    await write(file, broken);
    await workspace.reload();
    expect(await workspace.policies.list()).toMatchObject([{ id: "A-1", severity: "LOW" }]);
    const problems = await problemsIn(workspace);
    expect(problems).toContain("policies/kept .precept/policies/a.yaml");
    expect(problems.length).toBeGreaterThan(1);
    await write(file, policyFile({ severity: "CRITICAL" }));
    await workspace.reload();
    expect(await workspace.policies.list()).toMatchObject([{ severity: "CRITICAL" }]);
    expect(await problemsIn(workspace)).toEqual([]);
    await remove(file);
    await workspace.reload();
    expect(await workspace.policies.list()).toEqual([]);
  });

  it("goes by the configuration as it is then", async () => {
    const { open, write } = await createProject({ "team/a.yaml": policyFile() });
    const workspace = await open();
    expect(await idsIn(workspace)).toEqual([]);
    await write(config, "policies: { dirs: [team] }");
    await workspace.reload();
    expect(await idsIn(workspace)).toEqual(["A-1"]);
  });
});

describe("a workspace that is watched", () => {
  it("notices policies that come, break, change and go, also in directories that are named later", async () => {
    const { open, write, remove } = await createProject();
    const workspace = await open({ watch: true });
    await workspace.policies.list();
    const next = (isMeant: (ids: readonly string[]) => boolean): Promise<readonly string[]> =>
      new Promise((resolve) => {
        const end = workspace.policies.subscribe(({ saved, deleted, diagnostics }) => {
          const all = [...saved, ...deleted, ...diagnostics.map(({ code }) => code)];
          if (!isMeant(all)) return;
          end();
          resolve(all);
        });
      });
    const came = next((all) => all.includes("A-1"));
    await write(file, policyFile());
    await came;
    const broke = next((all) => all.includes("policies/kept"));
    await write(file, "id: [");
    await broke;
    expect(await idsIn(workspace)).toEqual(["A-1"]);
    const went = next((all) => all.includes("A-1"));
    await remove(file);
    await went;
    expect(await idsIn(workspace)).toEqual([]);
    await write("team/c.yaml", policyFile({ id: "C-1" }));
    const named = next((all) => all.includes("C-1"));
    await write(config, "policies: { dirs: [team] }");
    await named;
    const changed = next((all) => all.includes("C-1"));
    await write("team/c.yaml", policyFile({ id: "C-1", severity: "LOW" }));
    await changed;
    expect(await workspace.policies.list()).toMatchObject([{ id: "C-1", severity: "LOW" }]);
  });
});

describe("registering", () => {
  it("puts policies in force that stand their tests, as YAML or as a value, until the end of the program", async () => {
    const { open } = await createProject();
    const workspace = await open();
    const { accepted, diagnostics } = await workspace.policies.register(policyFile());
    expect([accepted.map(({ id }) => id), diagnostics]).toEqual([["A-1"], []]);
    expect(await workspace.policies.register(policyValue({ id: "B-1" }))).toMatchObject({ accepted: [{ id: "B-1" }] });
    expect(await idsIn(workspace)).toEqual(["A-1", "B-1"]);
    expect(await workspace.policies.sourceOf("A-1")).toBe("memory");
    expect(await workspace.policies.register(policyValue({ id: "B-1" }))).toMatchObject({
      accepted: [{ id: "B-1" }],
      diagnostics: [],
    });
    await workspace.reload();
    expect(await workspace.check({ text: "bad" })).toMatchObject({ action: "LOG_ONLY" });
    expect(await idsIn(await open())).toEqual([]);
  });

  it("refuses what fails its tests, may take for ever, is none, or is no newer than what is there", async () => {
    const { open } = await createProject({ [file]: policyFile() });
    const workspace = await open();
    const codesOf = async (source: string | object) =>
      (await workspace.policies.register(source)).diagnostics.map(({ code }) => code);
    expect(await codesOf(policyValue({ id: "B-1", rest: { tests: { valid: ["bad"] } } }))).toEqual(["policy/test-noisy"]);
    expect(await codesOf(policyValue({ id: "B-1", pattern: "(a+)+$" }))).toEqual(["policy/pattern-dangerous"]);
    expect(await codesOf(policyValue({ id: "B-1", pattern: "(x+x+)+y" }))).toEqual(["policy/pattern-dangerous"]);
    expect(await codesOf("[")).toEqual(["policy/yaml"]);
    expect(await codesOf(policyValue({ severity: "LOW" }))).toEqual(["policy/duplicate-id"]);
    expect(await workspace.policies.list()).toMatchObject([{ id: "A-1", severity: "MEDIUM" }]);
    expect(await codesOf(policyValue({ severity: "LOW", rest: { version: "1.1.0" } }))).toEqual([]);
    expect(await workspace.policies.list()).toMatchObject([{ id: "A-1", severity: "LOW" }]);
  });

  it("writes to the project where it is asked to, and then a newer version over the older", async () => {
    const { open, dir } = await createProject();
    const workspace = await open();
    await workspace.policies.register(policyValue(), { save: true });
    expect(await workspace.policies.sourceOf("A-1")).toBe(".precept/policies/a-1.yaml");
    await workspace.policies.register(policyValue({ severity: "LOW", rest: { version: "2.0.0" } }), { save: true });
    expect(await (await open()).policies.list()).toMatchObject([{ id: "A-1", severity: "LOW", version: "2.0.0" }]);
    expect(await readFile(join(dir, ".precept/policies/a-1.yaml"), "utf8")).toMatch(
      /^id: A-1\nversion: 2\.0\.0\nseverity: LOW\n/,
    );
  });

  it("writes nothing over what it did not write: other policies, or what is no policy at all", async () => {
    const both = `${policyFile({ id: "A-1" })}---\n${policyFile({ id: "A-2" })}`;
    const { open, dir } = await createProject({
      ".precept/policies/a-1.yaml": both,
      ".precept/policies/b-1.yaml": "id: [",
    });
    const { policies } = await open();
    const newer = { version: "2.0.0" };
    for (const id of ["A-1", "a-1", "B-1"])
      await expect(policies.register(policyValue({ id, rest: newer }), { save: true })).rejects.toThrow(
        "already contains something else",
      );
    expect(await readFile(join(dir, ".precept/policies/a-1.yaml"), "utf8")).toBe(both);
  });

  it("writes nothing over a file of other policies, and nothing where nothing may be written", async () => {
    const { open } = await createProject({ [file]: policyFile() });
    const newer = policyValue({ rest: { version: "2.0.0" } });
    await expect((await open()).policies.register(newer, { save: true })).rejects.toThrow(".precept/policies/a.yaml");
    const reading = await open({ readOnly: true });
    await expect(reading.policies.register(policyValue({ id: "B-1" }), { save: true })).rejects.toMatchObject({
      code: "WORKSPACE_READ_ONLY",
    });
    expect(await reading.policies.register(policyValue({ id: "B-1" }))).toMatchObject({ accepted: [{ id: "B-1" }] });
  });
});
