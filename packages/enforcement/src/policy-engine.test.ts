import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { createMemoryState, PreceptError, type SharedState, type StateLog } from "@precept/core";
import { starterPolicies } from "@precept/governance/starters";
import { describe, expect, it } from "vitest";
import { describeDiagnostic, policyFile, policyValue } from "@precept/testing";
import { createPolicyProject } from "../test/policy-project.ts";
import type { PolicyEngine } from "./policy-engine.ts";

const file = ".precept/policies/a.yaml";

async function idsIn(policies: PolicyEngine): Promise<readonly string[]> {
  return (await policies.list()).map(({ id }) => id);
}

async function diagnosticsIn(policies: PolicyEngine): Promise<readonly string[]> {
  return (await policies.diagnostics()).map(describeDiagnostic);
}

describe("the active policies", () => {
  it("are those of the project, of configured directories and of starters, ordered by id", async () => {
    const { open } = await createPolicyProject(
      {
        ".precept/policies/deep/er.yml": policyFile({ id: "B-1" }),
        ".precept/policies/notes.txt": "no policy",
        "team/a.yaml": policyFile({ id: "A-1" }),
      },
      { dirs: ["team"], starters: ["git-safety"] },
    );
    const policies = open();
    const ids = await idsIn(policies);
    expect(ids.slice(0, 2)).toEqual(["A-1", "B-1"]);
    expect(ids.length).toBeGreaterThan(2);
    expect(await diagnosticsIn(policies)).toEqual([]);
    const sources = await Promise.all(["A-1", "B-1", ids.at(-1) ?? "", "NONE"].map((id) => policies.sourceOf(id)));
    expect(sources).toEqual(["team/a.yaml", ".precept/policies/deep/er.yml", "starter:git-safety", undefined]);
    expect(await policies.get("NONE")).toBeUndefined();
  });

  it("replace a starter policy with the same id, and report that and other duplicate ids", async () => {
    const { open } = await createPolicyProject({}, { starters: ["secrets"] });
    const [starter = ""] = await idsIn(open());
    const other = await createPolicyProject(
      {
        [file]: policyFile({ id: starter }),
        ".precept/policies/b.yaml": policyFile({ id: starter, severity: "LOW" }),
      },
      { starters: ["secrets"] },
    );
    const policies = other.open();
    expect(await policies.get(starter)).toMatchObject({ severity: "MEDIUM", message: `${starter} is broken.` });
    expect((await diagnosticsIn(policies)).toSorted()).toEqual([
      "policies/overrides-starter .precept/policies/a.yaml:1:1",
      "policy/duplicate-id .precept/policies/b.yaml:1:1",
    ]);
  });

  it("exclude policies that fail their own tests or have a ReDoS risk", { tags: "slow" }, async () => {
    const { open } = await createPolicyProject({
      [file]: policyFile({ rest: { tests: { valid: ["bad"], invalid: ["fine"] } } }),
      ".precept/policies/b.yaml": policyFile({ id: "B-1", pattern: "(a+)+$" }),
      ".precept/policies/c.yaml": policyFile({ id: "C-1" }),
      // Only running this pattern reveals its risk.
      ".precept/policies/d.yaml": policyFile({ id: "D-1", pattern: "(x+x+)+y" }),
      ".precept/policies/e.yaml": policyFile({ id: "E-1", rest: { match: { pattern: "bad", unless: "(x+x+)+y" } } }),
    });
    const policies = open();
    expect(await idsIn(policies)).toEqual(["C-1"]);
    expect(await diagnosticsIn(policies)).toEqual([
      "policy/test-noisy .precept/policies/a.yaml:1:1",
      "policy/test-missing .precept/policies/a.yaml:1:1",
      "policy/pattern-dangerous .precept/policies/b.yaml:1:1",
      "policy/pattern-dangerous .precept/policies/d.yaml:1:1",
      "policy/pattern-dangerous .precept/policies/e.yaml:1:1",
    ]);
    expect((await policies.diagnostics()).at(-1)?.message).toContain("it is slow on a text");
    // The same with a filled validation cache.
    const again = open();
    expect(await idsIn(again)).toEqual(["C-1"]);
    expect(await diagnosticsIn(again)).toEqual(await diagnosticsIn(policies));
  });

  it("exclude a file that is too large, which is reported with its whole size", async () => {
    const { open } = await createPolicyProject({ [file]: `# ${"x".repeat(1_048_576)}\n` });
    const [diagnostic] = await open().diagnostics();
    expect(diagnostic).toMatchObject({
      code: "policies/unreadable",
      message: `"${file}" cannot be read: its size of 1,048,579 bytes exceeds the limit.`,
    });
  });

  it("include starter policies, which are the same as their files", async () => {
    const folder = join(import.meta.dirname, "../../governance/policies");
    const files = await readdir(folder);
    expect(Object.keys(starterPolicies).toSorted()).toEqual(files.map((name) => name.replace(/\.yaml$/, "")).toSorted());
    for (const [name, text] of Object.entries(starterPolicies))
      expect(await readFile(join(folder, `${name}.yaml`), "utf8")).toBe(text);
    const { open } = await createPolicyProject({}, { starters: Object.keys(starterPolicies) });
    expect(await diagnosticsIn(open())).toEqual([]);
  });

  it("run their own tests on request", async () => {
    const { open } = await createPolicyProject({ [file]: policyFile(), ".precept/policies/b.yaml": policyFile({ id: "B-1" }) });
    const policies = open();
    expect(await policies.test()).toMatchObject([
      { policy: "A-1", passed: true },
      { policy: "B-1", passed: true },
    ]);
    expect(await policies.test("B-1")).toMatchObject([{ policy: "B-1", results: [{ list: "valid" }, { list: "invalid" }] }]);
  });

  it("are not available after the engine is closed", async () => {
    const { open } = await createPolicyProject({ [file]: policyFile() });
    const policies = open();
    await policies[Symbol.asyncDispose]();
    await expect(policies.list()).rejects.toMatchObject({ code: "RULEBOOK_CLOSED" });
    await expect(policies.check({ text: "bad" })).rejects.toMatchObject({ code: "RULEBOOK_CLOSED" });
  });
});

describe("a reload", () => {
  it("reports changes, and nothing if nothing changed", async () => {
    const { open, write, remove } = await createPolicyProject({
      [file]: policyFile(),
      ".precept/policies/b.yaml": policyFile({ id: "B-1" }),
    });
    const policies = open();
    await policies.list();
    const reported: string[] = [];
    policies.subscribe(({ saved, deleted, diagnostics }) =>
      reported.push(
        [...saved.map((id) => `+${id}`), ...deleted.map((id) => `-${id}`), ...diagnostics.map(({ code }) => `!${code}`)].join(
          " ",
        ),
      ),
    );
    await policies.reload();
    expect(reported).toEqual([]);
    await write(file, policyFile({ severity: "LOW" }));
    await remove(".precept/policies/b.yaml");
    await write(".precept/policies/c.yaml", policyFile({ id: "C-1" }));
    await policies.reload();
    expect(reported).toEqual(["+A-1 +C-1 -B-1"]);
  });

  it.each([
    ["invalid YAML", "id: ["],
    ["a policy without required fields", "id: A-1\nseverity: HIGH\n"],
    ["a policy that fails its tests", policyFile({ severity: "HIGH", rest: { tests: { valid: ["bad"] } } })],
    ["a pattern with a ReDoS risk", policyFile({ severity: "HIGH", pattern: "(a+)+$" })],
  ])("leaves the last valid version active if a file contains %s", async (_, broken) => {
    const { open, write, remove } = await createPolicyProject({ [file]: policyFile({ severity: "LOW" }) });
    const policies = open();
    await policies.list();
    await write(file, broken);
    await policies.reload();
    expect(await policies.list()).toMatchObject([{ id: "A-1", severity: "LOW" }]);
    const diagnostics = await diagnosticsIn(policies);
    expect(diagnostics).toContain("policies/kept .precept/policies/a.yaml");
    expect(diagnostics.length).toBeGreaterThan(1);
    await write(file, policyFile({ severity: "CRITICAL" }));
    await policies.reload();
    expect(await policies.list()).toMatchObject([{ severity: "CRITICAL" }]);
    expect(await diagnosticsIn(policies)).toEqual([]);
    await remove(file);
    await policies.reload();
    expect(await policies.list()).toEqual([]);
  });

  it("applies changed settings", async () => {
    const { open, configure } = await createPolicyProject({ "team/a.yaml": policyFile() });
    const policies = open();
    expect(await idsIn(policies)).toEqual([]);
    configure({ dirs: ["team"] });
    await policies.reload();
    expect(await idsIn(policies)).toEqual(["A-1"]);
  });
});

describe("an engine that watches", () => {
  it("reads a changed file when it can read the state of the servers again", async () => {
    const { open, write } = await createPolicyProject();
    const state = createMemoryState({ now: Date.now });
    const failure = new PreceptError("STORE_FAILED", { store: "state", reason: "it is away", retryable: true });
    let failures = 0;
    const failing: SharedState = {
      ...state,
      log(use, owner) {
        const log = state.log(use, owner);
        const read: StateLog["read"] = async (page) => {
          if (failures === 0) return log.read(page);
          failures -= 1;
          throw failure;
        };
        return { append: (change) => log.append(change), follow: (onChange) => log.follow(onChange), read };
      },
    };
    const policies = open({ watch: true, shared: { state: failing, project: "shop" } });
    await policies.list();
    failures = 2;
    await write(file, policyFile());
    await expect.poll(() => idsIn(policies), { timeout: 10_000 }).toEqual(["A-1"]);
    expect(failures).toBe(0);
  });

  it("reloads policies that are added, broken, changed and deleted, also in directories that are configured later", async () => {
    const { open, write, remove, configure } = await createPolicyProject();
    const policies = open({ watch: true });
    await policies.list();
    const next = (matches: (ids: readonly string[]) => boolean): Promise<readonly string[]> =>
      new Promise((resolve) => {
        const end = policies.subscribe(({ saved, deleted, diagnostics }) => {
          const all = [...saved, ...deleted, ...diagnostics.map(({ code }) => code)];
          if (!matches(all)) return;
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
    expect(await idsIn(policies)).toEqual(["A-1"]);
    const went = next((all) => all.includes("A-1"));
    await remove(file);
    await went;
    expect(await idsIn(policies)).toEqual([]);
    await write("team/c.yaml", policyFile({ id: "C-1" }));
    const named = next((all) => all.includes("C-1"));
    configure({ dirs: ["team"] });
    await policies.reload();
    await named;
    const changed = next((all) => all.includes("C-1"));
    await write("team/c.yaml", policyFile({ id: "C-1", severity: "LOW" }));
    await changed;
    expect(await policies.list()).toMatchObject([{ id: "C-1", severity: "LOW" }]);
  });
});

describe("register", () => {
  it("activates policies that pass their tests, as YAML or as an object, until the engine is closed", async () => {
    const { open } = await createPolicyProject();
    const policies = open();
    const { accepted, diagnostics } = await policies.register(policyFile());
    expect([accepted.map(({ id }) => id), diagnostics]).toEqual([["A-1"], []]);
    expect(await policies.register(policyValue({ id: "B-1" }))).toMatchObject({ accepted: [{ id: "B-1" }] });
    expect(await idsIn(policies)).toEqual(["A-1", "B-1"]);
    expect(await policies.sourceOf("A-1")).toBe("memory");
    expect(await policies.register(policyValue({ id: "B-1" }))).toMatchObject({
      accepted: [{ id: "B-1" }],
      diagnostics: [],
    });
    await policies.reload();
    expect(await policies.check({ text: "bad" })).toMatchObject({ action: "LOG_ONLY" });
    expect(await idsIn(open())).toEqual([]);
  });

  it(
    "rejects policies that fail their tests, have a ReDoS risk, are invalid, or are not newer than the active version",
    { tags: "slow" },
    async () => {
      const { open } = await createPolicyProject({ [file]: policyFile() });
      const policies = open();
      const codesOf = async (source: string | object) => (await policies.register(source)).diagnostics.map(({ code }) => code);
      expect(await codesOf(policyValue({ id: "B-1", rest: { tests: { valid: ["bad"] } } }))).toEqual(["policy/test-noisy"]);
      expect(await codesOf(policyValue({ id: "B-1", pattern: "(a+)+$" }))).toEqual(["policy/pattern-dangerous"]);
      expect(await codesOf(policyValue({ id: "B-1", pattern: "(x+x+)+y" }))).toEqual(["policy/pattern-dangerous"]);
      expect(await codesOf("[")).toEqual(["policy/yaml"]);
      expect(await codesOf(policyValue({ severity: "LOW" }))).toEqual(["policy/duplicate-id"]);
      expect(await policies.list()).toMatchObject([{ id: "A-1", severity: "MEDIUM" }]);
      expect(await codesOf(policyValue({ severity: "LOW", rest: { version: "1.1.0" } }))).toEqual([]);
      expect(await policies.list()).toMatchObject([{ id: "A-1", severity: "LOW" }]);
    },
  );

  it("saves a policy in the project, and replaces an older version", async () => {
    const { open, dir } = await createPolicyProject();
    const policies = open();
    await policies.register(policyValue(), { save: true });
    expect(await policies.sourceOf("A-1")).toBe(".precept/policies/a-1.yaml");
    await policies.register(policyValue({ severity: "LOW", rest: { version: "2.0.0" } }), { save: true });
    expect(await open().list()).toMatchObject([{ id: "A-1", severity: "LOW", version: "2.0.0" }]);
    expect(await readFile(join(dir, ".precept/policies/a-1.yaml"), "utf8")).toMatch(
      /^id: A-1\nversion: 2\.0\.0\nseverity: LOW\n/,
    );
  });

  it("does not overwrite files with other policies or other contents", async () => {
    const both = `${policyFile({ id: "A-1" })}---\n${policyFile({ id: "A-2" })}`;
    const { open, dir } = await createPolicyProject({
      ".precept/policies/a-1.yaml": both,
      ".precept/policies/b-1.yaml": "id: [",
    });
    const policies = open();
    const newer = { version: "2.0.0" };
    for (const id of ["A-1", "a-1", "B-1"])
      await expect(policies.register(policyValue({ id, rest: newer }), { save: true })).rejects.toThrow(
        "already contains something else",
      );
    expect(await readFile(join(dir, ".precept/policies/a-1.yaml"), "utf8")).toBe(both);
  });

  it("does not overwrite a policy from another file, and saves nothing in read-only mode", async () => {
    const { open } = await createPolicyProject({ [file]: policyFile() });
    const newer = policyValue({ rest: { version: "2.0.0" } });
    await expect(open().register(newer, { save: true })).rejects.toThrow(".precept/policies/a.yaml");
    const reading = open({ readOnly: true });
    await expect(reading.register(policyValue({ id: "B-1" }), { save: true })).rejects.toMatchObject({
      code: "WORKSPACE_READ_ONLY",
    });
    expect(await reading.register(policyValue({ id: "B-1" }))).toMatchObject({ accepted: [{ id: "B-1" }] });
  });
});
