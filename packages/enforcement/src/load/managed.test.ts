import { chmod, chown, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createBaseline } from "@precept/governance";
import { policyFile, policyValue } from "@precept/testing";
import { describe, expect, it } from "vitest";
import { createManagedDir, someUser } from "../../test/managed-dir.ts";
import { createPolicyProject } from "../../test/policy-project.ts";
import { systemManagedDir } from "../paths.ts";
import { describeOwnershipRisk } from "./managed-guard.ts";

const file = ".precept/policies/a.yaml";
const managed = policyFile({ severity: "CRITICAL" });
const weak = { severity: "LOW", pattern: "zzz", rest: { version: "99.0.0" } } as const;

describe("a managed policy", () => {
  it.each([
    ["a file with its id", { [file]: policyFile(weak) }, {}],
    ["a file with its id in another letter case", { [file]: policyFile({ ...weak, id: "a-1" }) }, {}],
    ["a file that disables it", { [file]: policyFile({ rest: { enabled: false, mode: "shadow" } }) }, {}],
    ["shadow mode", {}, { shadow: true }],
    ["a limit of fixes", {}, { maxFixes: 1 }],
    ["the severity mapping", {}, { tables: { severity_mapping: { CRITICAL: "P3" } } }],
    ["the priority mapping", {}, { tables: { priority_mapping: { P0: { action: "LOG_ONLY" } } } }],
    ["the phase matrix", {}, { tables: { phase_matrix: { TASKS: [] }, limit_named_phases: true } }],
  ] as const)("cannot be weakened by %s", async (_, files, settings) => {
    const dir = await createManagedDir({ files: { "m.yaml": managed } });
    const { open } = await createPolicyProject(files, { ...settings, managedDirs: [dir] });
    const policies = open();
    expect(await policies.check({ text: "bad" }, { phase: "TASKS" })).toMatchObject({
      action: "TERMINATE",
      violations: [{ policy: "A-1", priority: "P0", managed: true }],
    });
    expect(await policies.sourceOf("A-1")).toBe(`managed:${join(dir, "m.yaml")}`);
    const codes = (await policies.diagnostics()).map(({ code }) => code);
    expect(codes).toEqual(file in files ? ["policies/overrides-managed"] : []);
  });

  it("is neither suppressed by a comment nor accepted by a baseline", async () => {
    const dir = await createManagedDir({ files: { "m.yaml": managed } });
    const { open } = await createPolicyProject({}, { managedDirs: [dir] });
    const policies = open();
    const subject = { text: "bad // precept-ignore A-1 -- it is fine" };
    const { violations } = await policies.check(subject);
    expect(violations).toHaveLength(1);
    expect(createBaseline(violations).entries).toEqual([]);
    const entries = violations.map(({ fingerprint }) => ({ fingerprint, rule_id: "A-1" }));
    await policies.updateBaseline(() => ({ version: 1, entries }));
    expect(await policies.check(subject)).toMatchObject({ action: "TERMINATE", accepted: [] });
  });

  it("is not refused because of results in a file of the project", async () => {
    const dir = await createManagedDir({ files: { "m.yaml": managed } });
    const risks = { "m/bad": { kind: "slow", text: "aaa" }, "/bad": { kind: "slow", text: "aaa" } };
    const cache = { ".precept/state/validated-policies.json": JSON.stringify({ risks, passed: {} }) };
    const { open } = await createPolicyProject(cache, { managedDirs: [dir] });
    expect(await open().check({ text: "bad" })).toMatchObject({ action: "TERMINATE" });
  });

  it("is reloaded when its file changes", async () => {
    const dir = await createManagedDir({ files: { "m.yaml": managed } });
    const { open } = await createPolicyProject({}, { managedDirs: [dir] });
    const policies = open({ watch: true });
    await policies.list();
    const changed = new Promise<void>((resolve) => {
      policies.subscribe(({ saved }) => saved.includes("B-1") && resolve());
    });
    await writeFile(join(dir, "b.yaml"), policyFile({ id: "B-1" }), { mode: 0o644 });
    await changed;
    expect(await policies.list()).toMatchObject([
      { id: "A-1", origin: "managed" },
      { id: "B-1", origin: "managed" },
    ]);
  });

  it("comes before all others, with any id", async () => {
    const dir = await createManagedDir({ files: { "m.yaml": policyFile({ id: "Z-1" }) } });
    const { open } = await createPolicyProject({ [file]: policyFile() }, { managedDirs: [dir] });
    const policies = open();
    await policies.register(policyValue({ id: "0-FIRST" }), { by: { client: "a" } });
    expect((await policies.list()).map(({ id }) => id)).toEqual(["Z-1", "0-FIRST", "A-1"]);
  });
});

describe("a managed directory", () => {
  it.each([
    ["the directory", 0o777, undefined],
    ["the file", undefined, 0o666],
  ])("is refused if others can write to %s", async (_, dirMode, fileMode) => {
    const dir = await createManagedDir({ files: { "m.yaml": managed } });
    if (dirMode !== undefined) await chmod(dir, dirMode);
    if (fileMode !== undefined) await chmod(join(dir, "m.yaml"), fileMode);
    const { open } = await createPolicyProject({}, { managedDirs: [dir] });
    const policies = open();
    expect(await policies.list()).toEqual([]);
    expect(await policies.diagnostics()).toMatchObject([{ code: "policies/managed-refused", severity: "error" }]);
  });

  it.skipIf(process.geteuid?.() !== 0)("is refused if another user owns it", async () => {
    const dir = await createManagedDir({ files: { "m.yaml": managed } });
    await chown(dir, someUser, someUser);
    const { open } = await createPolicyProject({}, { managedDirs: [dir] });
    expect(await open().diagnostics()).toMatchObject([{ code: "policies/managed-refused" }]);
  });

  it("is refused inside the project, and reported if it is missing", async () => {
    const { open, dir, configure } = await createPolicyProject({ "managed/m.yaml": managed });
    configure({ managedDirs: [join(dir, "managed")] });
    expect(await open().diagnostics()).toMatchObject([{ code: "policies/managed-refused" }]);
    configure({ managedDirs: ["/no/such/directory"] });
    expect(await open().diagnostics()).toMatchObject([{ code: "policies/unreadable" }]);
  });

  it.each([
    [{ uid: 0, mode: 0o755, kind: "directory" }, 1000, false, undefined],
    [{ uid: 1000, mode: 0o700, kind: "directory" }, 1000, false, undefined],
    [{ uid: 1001, mode: 0o700, kind: "directory" }, 1000, false, "owned by the user 1001"],
    [{ uid: 1000, mode: 0o644, kind: "file" }, 0, false, "owned by the user 1000"],
    [{ uid: 0, mode: 0o664, kind: "file" }, 0, false, "mode 664"],
    [{ uid: 0, mode: 0o1777, kind: "directory" }, 1000, false, "mode 1777"],
    [{ uid: 0, mode: 0o1777, kind: "directory" }, 1000, true, undefined],
    [{ uid: 0, mode: 0o777, kind: "link" }, 0, false, "a link"],
    [{ uid: 0, mode: 0o666, kind: "file" }, undefined, false, undefined],
  ] as const)("depends on the owner and the mode: %j for the user %s", (ownership, uid, isParent, risk) => {
    const found = describeOwnershipRisk(ownership, uid, isParent);
    expect(found === undefined).toBe(risk === undefined);
    expect(found ?? "").toContain(risk ?? "");
  });

  it("has a path on each system that only an administrator can create", () => {
    expect(systemManagedDir("linux")).toBe("/etc/precept/policies");
    expect(systemManagedDir("darwin")).toBe("/Library/Application Support/Precept/policies");
    expect(systemManagedDir("win32", { ProgramData: "D:\\Data" })).toMatch(/^D:\\Data.Precept.policies$/);
  });
});
