import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { enforcementDiagnostics, type EnforcementDiagnosticCode } from "@precept/enforcement";
import { workspaceDiagnostics, type WorkspaceDiagnosticCode } from "./diagnostic-catalogue.ts";
import { openTestRepository } from "@precept/testing";
import { createProject, type Project } from "./testing/project.ts";

const config = ".precept/config.yaml";

/** For every code what makes it, and the file that it is reported for. */
const produced: Record<
  WorkspaceDiagnosticCode | EnforcementDiagnosticCode,
  readonly [file: string | undefined, make: (project: Project) => unknown]
> = {
  "ledger/unreadable": [".precept/ledger.json", (project) => project.write(".precept/ledger.json", "{")],
  "config/yaml": [config, (project) => project.write(config, "a: [")],
  "config/not-a-mapping": [config, (project) => project.write(config, "text")],
  "config/unknown-key": [config, (project) => project.write(config, "usr: ada")],
  "config/invalid-value": [config, (project) => project.write(config, "user: 7")],
  "config/not-trusted": [config, (project) => project.write(config, "references: { allow: [../docs] }")],
  "config/unreadable": [config, (project) => mkdir(join(project.dir, config), { recursive: true })],
  "config/not-text": [config, (project) => project.write(config, Uint8Array.of(0xff))],
  "config/too-large": [config, (project) => project.write(config, `# ${"x".repeat(65_536)}`)],
  "config/misnamed": [".precept/config.yml", (project) => project.write(".precept/config.yml", "user: ada")],
  "config/not-applied": [undefined, (project) => breakDatabaseLater(project)],
  "config/unknown-starter": [config, (project) => project.write(config, "policies: { starters: [secrts] }")],
  "policies/unreadable": ["missing", (project) => project.write(config, "policies: { dirs: [missing] }")],
  "policies/too-many": [
    ".precept/policies",
    async (project) => {
      await project.write(`.precept/policies${"/d".repeat(34)}/a.yaml`, "");
    },
  ],
  "store/refused": [
    ".precept/rules.sqlite",
    async (project) => {
      await project.write(config, "store: { sqlite: true }");
      await symlink("elsewhere.sqlite", join(project.dir, ".precept/rules.sqlite"));
    },
  ],
  "state/refused": [
    ".precept/state",
    async (project) => {
      await mkdir(join(project.dir, ".precept"), { recursive: true });
      await symlink("..", join(project.dir, ".precept/state"));
    },
  ],
  "policies/kept": [".precept/policies/a.yaml", (project) => breakPolicyLater(project)],
  "policies/baseline-unreadable": [".precept/baseline.json", (project) => project.write(".precept/baseline.json", "{")],
  "policies/not-recorded": [
    undefined,
    async (project) => {
      await project.write(".precept/audit", "a file");
      await enforce(project, "HIGH");
    },
  ],
  "policies/not-counted": [
    undefined,
    async (project) => {
      await project.write(".precept/state", "a file");
      await enforce(project, "LOW");
    },
  ],
  "policies/not-notified": [
    undefined,
    async (project) => {
      await project.write(config, "policies: { notify: { command: [no-such-program-at-all], retries: 0 } }");
      const { policies } = await enforce(project, "CRITICAL");
      await vi.waitFor(async () => expect(await policies.diagnostics()).not.toEqual([]), { timeout: 30_000 });
    },
  ],
  "policies/no-checkpoint": [
    undefined,
    async (project) => {
      await project.write(config, "policies: { rollback: true }");
      await enforce(project, "HIGH");
    },
  ],
  "policies/not-rolled-back": [undefined, (project) => rollBackWhileBusy(project)],
};

/** A database in a directory that is a file: it can't be made. */
async function breakDatabaseLater(project: Project): Promise<void> {
  const workspace = await project.open();
  await project.write("taken", "a file");
  await project.write(config, "store: { sqlite: taken/rules.sqlite }");
  await expect(workspace.reload()).rejects.toMatchObject({ code: "STORE_FAILED" });
  later.set(project, workspace);
}

const broken = { match: { pattern: "bad" }, message: "Broken.", tests: { valid: ["good"], invalid: ["bad"] } };

/** Enforces a policy of this severity, and breaks it. */
async function enforce(project: Project, severity: string) {
  const workspace = await project.open({ trustedDirs: [project.dir] });
  later.set(project, workspace);
  await workspace.policies.register({ id: "A-1", severity, ...broken });
  await workspace.policies.enforce({ text: "bad" });
  return workspace;
}

async function breakPolicyLater(project: Project): Promise<void> {
  await project.write(
    ".precept/policies/a.yaml",
    "id: A-1\nseverity: LOW\nmessage: m\nmatch: { pattern: bad }\ntests: { invalid: [bad] }\n",
  );
  const workspace = await project.open();
  await workspace.policies.list();
  await project.write(".precept/policies/a.yaml", "id: [");
  await workspace.reload();
  later.set(project, workspace);
}

/** Somebody else is at work in the repository when it has to go back. */
async function rollBackWhileBusy(project: Project): Promise<void> {
  await project.write(config, "policies: { rollback: true }");
  openTestRepository(project.dir);
  const workspace = await project.open();
  await workspace.policies.checkpoints.keep();
  await workspace[Symbol.asyncDispose]();
  await project.write(".git/index.lock", "");
  await enforce(project, "CRITICAL");
}

const later = new Map<Project, Awaited<ReturnType<Project["open"]>>>();

describe("every diagnostic about a workspace", () => {
  it.each(Object.entries(produced))("%s is reported, alone, with the words of the catalogue", async (code, [file, make]) => {
    const project = await createProject();
    await make(project);
    const workspace = later.get(project) ?? (await project.open());
    const entry = { ...workspaceDiagnostics, ...enforcementDiagnostics }[code as keyof typeof produced];
    const all = [...(await workspace.diagnostics()), ...(await workspace.policies.diagnostics())];
    // What is wrong with the file itself is told besides.
    const reported = all.filter((one) => code !== "policies/kept" || one.code === code);
    expect(reported).toMatchObject([{ code, severity: entry.severity, message: expect.stringMatching(/\.$/) }]);
    expect(reported[0]?.file).toBe(file);
    expect("hint" in entry ? entry.hint : reported[0]?.hint).toBe(reported[0]?.hint);
    const { diagnostics } = await workspace.resolve();
    expect(diagnostics).toEqual("incomplete" in entry ? reported : []);
  });

  it("stands in the table above, and nothing else does", () => {
    expect(Object.keys(produced).toSorted()).toEqual(
      Object.keys({ ...workspaceDiagnostics, ...enforcementDiagnostics }).toSorted(),
    );
  });
});
