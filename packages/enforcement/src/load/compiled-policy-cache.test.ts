import { existsSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { starterPolicies } from "@precept/governance/starters";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { editSnapshot, policyFile } from "@precept/testing";
import type { ReloadablePolicyEngine } from "../lazy-policy-engine.ts";
import { createPolicyProject } from "../../test/policy-project.ts";

const file = ".precept/policies/a.yaml";

const idsIn = async (engine: ReloadablePolicyEngine): Promise<readonly string[]> => (await engine.list()).map(({ id }) => id);

async function cacheFileIn(dir: string): Promise<string> {
  const name = (await readdir(dir)).find((one) => !one.startsWith("."));
  return join(dir, name ?? "");
}

describe("the cache of compiled policies", () => {
  beforeEach(() => {
    // Long after the test wrote its files, so that another change would have another time.
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60_000 });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("returns the same policies, diagnostics and decisions to another engine", async () => {
    const { openCached } = await createPolicyProject({
      [file]: policyFile({ rest: { unknown: 1 } }),
      ".precept/policies/b.yaml": policyFile({ id: "B-1", pattern: "(?:never|also) bad" }),
    });
    const [first, second] = [openCached(), openCached()];
    const subject = { text: "this is also bad", file: "src/a.ts" };
    const decision = await first.check(subject);
    expect(await second.check(subject)).toEqual(decision);
    expect(await second.list()).toEqual(await first.list());
    expect(await second.diagnostics()).toEqual(await first.diagnostics());
    expect(await second.test()).toEqual(await first.test());
  });

  it("is used only for a file that has not changed", async () => {
    const { openCached, write, cacheDir } = await createPolicyProject({ [file]: policyFile() });
    expect(await idsIn(openCached())).toEqual(["A-1"]);
    await editSnapshot(cacheDir, "policies", (text) => text.replaceAll("A-1", "A-0"));
    expect(await idsIn(openCached())).toEqual(["A-0"]);
    await write(file, policyFile({ id: "A-2" }));
    expect(await idsIn(openCached())).toEqual(["A-2"]);
    await write(file, policyFile());
    expect(await idsIn(openCached())).toEqual(["A-1"]);
  });

  it("is not read from the project, whose author could disarm policies", async () => {
    const { open, openCached, cacheDir, dir, write } = await createPolicyProject({ [file]: policyFile() });
    await idsIn(openCached());
    const path = await cacheFileIn(cacheDir);
    const good = await readFile(path);
    expect(await editSnapshot(cacheDir, "policies", (text) => text.replaceAll("bad", "xxx"))).toContain("bad");
    await write(`.precept/state/${basename(path)}`, await readFile(path));
    await write(`.precept/cache/projects/${basename(path)}`, await readFile(path));
    await writeFile(path, good);
    for (const engine of [open(), openCached()]) {
      expect(await engine.check({ text: "bad" })).toMatchObject({ violations: [{ policy: "A-1" }] });
    }
    expect(existsSync(join(dir, ".precept/audit"))).toBe(false);
  });

  it("is not written if it is read-only", async () => {
    const { openCached, cacheDir } = await createPolicyProject({ [file]: policyFile() });
    expect(await idsIn(openCached({ readOnly: true }))).toEqual(["A-1"]);
    expect(existsSync(cacheDir)).toBe(false);
    expect(await idsIn(openCached())).toEqual(["A-1"]);
    expect(existsSync(await cacheFileIn(cacheDir))).toBe(true);
  });

  it("ignores damaged entries", async () => {
    const { openCached, cacheDir } = await createPolicyProject({ [file]: policyFile() });
    await idsIn(openCached());
    const path = await cacheFileIn(cacheDir);
    const text = await readFile(path, "latin1");
    for (const damaged of [text.slice(0, -20), text.replace('{"policies"', '{"policied"'), text.replaceAll("[", "{"), "{"]) {
      await writeFile(path, damaged, "latin1");
      expect(await idsIn(openCached())).toEqual(["A-1"]);
    }
  });

  it("does not change how starter policies are validated with other tables", async () => {
    const limited = { tables: { limit_named_phases: true, phase_matrix: { ANALYSIS: [] } }, starters: ["agent-roles"] };
    const { openCached } = await createPolicyProject({}, limited);
    const codes = async (): Promise<readonly string[]> => (await openCached().diagnostics()).map(({ code }) => code);
    const first = await codes();
    expect(first).toContain("policy/never-checked");
    expect(await codes()).toEqual(first);
  });

  it("skips the tests of an unchanged copy of starter policies, and runs the tests of a changed one", async () => {
    const text = starterPolicies["agent-roles"] ?? "";
    // Changes a text that a test of the policy expects to be a violation.
    const changed = text.replace("- iteration = 3", "- iteration = iteration + 1");
    const codesOf = async (content: string): Promise<readonly string[]> => {
      const { openCached } = await createPolicyProject({ ".precept/policies/agent-roles.yaml": content });
      return (await openCached().diagnostics()).map(({ code }) => code);
    };
    expect(changed).not.toBe(text);
    expect(await codesOf(text)).toEqual([]);
    expect(await codesOf(changed)).toContain("policy/test-missing");
  });

  it("validates an unchanged copy of starter policies with the tables of the project", async () => {
    const limited = { tables: { limit_named_phases: true, phase_matrix: { ANALYSIS: [] } } };
    const copy = { ".precept/policies/agent-roles.yaml": starterPolicies["agent-roles"] ?? "" };
    const { openCached } = await createPolicyProject(copy, limited);
    expect((await openCached().diagnostics()).map(({ code }) => code)).toContain("policy/never-checked");
  });
});
