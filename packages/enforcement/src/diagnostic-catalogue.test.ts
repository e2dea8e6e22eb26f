import { policyFile, openTestRepository } from "@precept/testing";
import { describe, expect, it, vi } from "vitest";
import { enforcementDiagnostics, type EnforcementDiagnosticCode } from "./diagnostic-catalogue.ts";
import type { PolicyEngine } from "./policy-engine.ts";
import { createManagedDir } from "../test/managed-dir.ts";
import { createPolicyProject, type PolicyProject } from "../test/policy-project.ts";

const file = ".precept/policies/a.yaml";

/** For every code: how to provoke it, and the file that it is reported for. */
const provoked: Record<
  EnforcementDiagnosticCode,
  readonly [file: string | undefined, provoke: (project: PolicyProject) => Promise<Pick<PolicyEngine, "diagnostics">>]
> = {
  "config/unknown-starter": [
    ".precept/config.yaml",
    async ({ configure, open }) => {
      configure({ starters: ["secrts"] });
      return open();
    },
  ],
  "policies/unreadable": [
    "missing",
    async ({ configure, open }) => {
      configure({ dirs: ["missing"] });
      return open();
    },
  ],
  "policies/too-many": [
    ".precept/policies",
    async ({ write, open }) => {
      await write(`.precept/policies${"/d".repeat(34)}/a.yaml`, "");
      return open();
    },
  ],
  "policies/managed-refused": [
    "managed",
    async ({ configure, open }) => {
      configure({ managedDirs: ["managed"] });
      return open();
    },
  ],
  "policies/managed-unprotected": [
    "(managed)",
    async ({ configure, open }) => {
      configure({ managedDirs: [await createManagedDir({ owner: "user" })] });
      return open();
    },
  ],
  "policies/overrides-managed": [
    file,
    async ({ configure, write, open }) => {
      configure({ managedDirs: [await createManagedDir({ files: { "m.yaml": policyFile() } })] });
      await write(file, policyFile({ pattern: "other" }));
      return open();
    },
  ],
  "policies/overrides-starter": [
    file,
    async ({ configure, write, open }) => {
      configure({ starters: ["secrets"] });
      await write(file, policyFile({ id: "SECRET-AWS-KEY" }));
      return open();
    },
  ],
  "policies/weakened-starter": [
    ".precept/config.yaml",
    async ({ configure, open }) => {
      configure({ starters: ["secrets"], tables: { priority_mapping: { P0: { action: "LOG_ONLY" } } } });
      return open();
    },
  ],
  "policies/similar-id": [
    file,
    async ({ write, open }) => {
      await write(file, `${policyFile()}---\n${policyFile({ id: "a-1" })}`);
      return open();
    },
  ],
  "policies/protected": [
    undefined,
    async ({ write, open }) => {
      await write(file, policyFile());
      const { diagnostics } = await open().register(policyFile(), { by: { client: "a" } });
      return { diagnostics: async () => diagnostics };
    },
  ],
  "policies/too-many-registered": [
    undefined,
    async ({ open }) => {
      const many = Array.from({ length: 501 }, (_, at) => policyFile({ id: `MANY-${at}` })).join("---\n");
      const { diagnostics } = await open().register(many, { by: { client: "a" } });
      return { diagnostics: async () => diagnostics };
    },
  ],
  "policies/registered-inactive": [
    undefined,
    async ({ write, open }) => {
      const policies = open();
      await policies.register(policyFile(), { by: { client: "a" } });
      await write(file, policyFile());
      await policies.reload();
      return policies;
    },
  ],
  "policies/kept": [
    file,
    async ({ write, open }) => {
      await write(file, policyFile());
      const policies = open();
      await policies.list();
      await write(file, "id: [");
      await policies.reload();
      return policies;
    },
  ],
  "policies/baseline-unreadable": [
    ".precept/baseline.json",
    async ({ write, open }) => {
      await write(".precept/baseline.json", "{");
      return open();
    },
  ],
  "policies/context-ignored": [
    undefined,
    async ({ write, open }) => {
      await write(file, policyFile({ rest: { match: { pattern: "bad", context_filter: { branch: "main" } } } }));
      const { diagnostics } = await open().check({ text: "bad" }, { context: { branch: "main" } });
      return { diagnostics: async () => diagnostics };
    },
  ],
  "policies/not-recorded": [
    undefined,
    async (project) => {
      await project.write(".precept/audit", "a file");
      return enforce(project, "HIGH");
    },
  ],
  "policies/not-counted": [
    undefined,
    async (project) => {
      await project.write(".precept/state", "a file");
      return enforce(project, "LOW");
    },
  ],
  "policies/session-not-stored": [
    undefined,
    async (project) => {
      await project.write(".precept/state", "a file");
      await project.write(file, policyFile({ rest: { sequence: { count: 2 } } }));
      const engine = project.open();
      await engine.enforce({ text: "bad" });
      return engine;
    },
  ],
  "policies/not-asked": [
    undefined,
    async (project) => {
      await project.write(".precept/state", "a file");
      const policies = project.open();
      await policies.register(policyFile({ severity: "CRITICAL", rest: { handler: "ASK" } }));
      await policies.enforce({ text: "bad" });
      return policies;
    },
  ],
  "policies/not-notified": [
    undefined,
    async (project) => {
      project.configure({
        notify: { command: ["no-such-program-at-all"], webhook: undefined, timeout: 5000, retries: 0 },
      });
      const policies = await enforce(project, "CRITICAL");
      await vi.waitFor(async () => expect(await policies.diagnostics()).not.toEqual([]), { timeout: 30_000 });
      return policies;
    },
  ],
  "policies/no-checkpoint": [
    undefined,
    async (project) => {
      project.configure({ rollback: true });
      return enforce(project, "HIGH");
    },
  ],
  "policies/not-rolled-back": [
    undefined,
    async (project) => {
      project.configure({ rollback: true });
      openTestRepository(project.dir);
      await project.open().checkpoints.create();
      // Another git process holds the index lock.
      await project.write(".git/index.lock", "");
      return enforce(project, "CRITICAL");
    },
  ],
};

/** Enforces a policy of this severity on a text that violates it. */
async function enforce({ open }: PolicyProject, severity: "CRITICAL" | "HIGH" | "LOW"): Promise<PolicyEngine> {
  const policies = open();
  await policies.register(policyFile({ severity }));
  await policies.enforce({ text: "bad" });
  return policies;
}

describe("diagnostics of policies and their enforcement", () => {
  it.each(Object.entries(provoked))("reports %s, alone, with the words of the catalogue", async (code, [path, provoke]) => {
    const policies = await provoke(await createPolicyProject());
    const entry = enforcementDiagnostics[code as EnforcementDiagnosticCode];
    const all = await policies.diagnostics();
    // A broken policy file has diagnostics of its own as well.
    const reported = all.filter((one) => code !== "policies/kept" || one.code === code);
    expect(reported).toMatchObject([{ code, severity: entry.severity, message: expect.stringMatching(/\.$/) }]);
    expect(reported[0]?.file).toBe(path === "(managed)" ? reported[0]?.file : path);
    expect("hint" in entry ? entry.hint : reported[0]?.hint).toBe(reported[0]?.hint);
  });

  it("covers every code of the catalogue", () => {
    expect(Object.keys(provoked).toSorted()).toEqual(Object.keys(enforcementDiagnostics).toSorted());
  });
});
