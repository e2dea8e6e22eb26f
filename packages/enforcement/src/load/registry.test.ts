import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { defaultTables, toWirePolicy } from "@precept/governance";
import { policyFile, policyValue } from "@precept/testing";
import { describe, expect, it } from "vitest";
import type { PolicyEngine } from "../policy-engine.ts";
import type { Registrant } from "../policy-source.ts";
import { createManagedDir } from "../../test/managed-dir.ts";
import { createPolicyProject } from "../../test/policy-project.ts";

const file = ".precept/policies/a.yaml";
const ana: Registrant = { client: "ana", session: "s-1", agent: "coder", name: "claude-code" };
const ben: Registrant = { client: "ben" };
/** A policy that never matches, with a version higher than any other. */
const harmless = { severity: "LOW", pattern: "zzz", rest: { version: "99.0.0" } } as const;

async function refusalOf(policies: PolicyEngine, source: string | object, by = ana): Promise<string | undefined> {
  const { accepted, diagnostics } = await policies.register(source, { by });
  return accepted.length > 0 ? undefined : diagnostics.find(({ severity }) => severity === "error")?.code;
}

describe("a client that registers policies", () => {
  it("can add policies and replace its own, but no policies of files, starters, the program and other clients", async () => {
    const { open } = await createPolicyProject({ [file]: policyFile() }, { starters: ["secrets"] });
    const policies = open();
    await policies.register(policyValue({ id: "PROGRAM" }));
    expect(await refusalOf(policies, policyValue({ id: "MINE" }))).toBeUndefined();
    expect(await refusalOf(policies, policyValue({ id: "MINE", rest: { version: "2.0.0" } }))).toBeUndefined();
    for (const id of ["A-1", "a-1", "SECRET-AWS-KEY", "Secret-Aws-Key", "PROGRAM", "program"]) {
      expect([id, await refusalOf(policies, policyValue({ id, ...harmless }))]).toEqual([id, "policies/protected"]);
    }
    for (const id of ["MINE", "mine"]) {
      expect([id, await refusalOf(policies, policyValue({ id, ...harmless }), ben)]).toEqual([id, "policies/protected"]);
    }
    expect(await policies.check({ text: "bad" })).toMatchObject({ violations: [{ policy: "A-1" }, { policy: "MINE" }, {}] });
    expect(await policies.originOf("MINE")).toEqual({ kind: "registered", by: ana });
  });

  it("can put the policy below `rule`, as in a policy file", async () => {
    const { open } = await createPolicyProject({ [file]: policyFile() });
    const policies = open();
    expect(await refusalOf(policies, { rule: policyValue({ id: "MINE" }) })).toBeUndefined();
    expect(await refusalOf(policies, { rule: policyValue(harmless) })).toBe("policies/protected");
  });

  it.each(["Ａ-1", "А-1", "A‐1", "A-1\u200B", "A-¹", " A-1", "A-1\0"])(
    "cannot use an id that looks like another one: %j",
    async (id) => {
      const { open } = await createPolicyProject({ [file]: policyFile() });
      const policies = open();
      expect(await refusalOf(policies, policyValue({ id, ...harmless }))).toMatch(
        /^(?:policy\/invalid-value|policies\/protected)$/,
      );
      expect(await policies.check({ text: "bad" })).toMatchObject({ violations: [{ policy: "A-1" }] });
    },
  );

  it("records each registration in the audit log, with the client, the policy, its version and its hash", async () => {
    const { open } = await createPolicyProject({ [file]: policyFile() });
    const policies = open();
    const { accepted } = await policies.register(policyValue({ id: "MINE" }), { by: ana });
    await policies.register(policyValue({ id: "MINE", rest: { version: "2.0.0" } }), { by: ana });
    await policies.register(policyValue(harmless), { by: ana });
    await policies.register("[", { by: ben });
    const { registrations } = await policies.auditLog();
    const [first, second, third, fourth] = await registrations.tail(10);
    const [policy] = accepted;
    const canonical = JSON.stringify(policy && toWirePolicy(policy), (_, value: unknown) =>
      typeof value === "object" && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1)))
        : value,
    );
    const hash = createHash("sha256").update(canonical).digest("hex");
    expect(first).toMatchObject({
      log_id: expect.stringMatching(/^REGISTRATION-\d{8}-001$/) as string,
      rule_id: "MINE",
      version: "1.0.0",
      policy_hash: hash,
      accepted: true,
      reason: null,
      replaces: null,
      registrant: ana,
    });
    expect(second).toMatchObject({ version: "2.0.0", accepted: true, replaces: { version: "1.0.0", policy_hash: hash } });
    expect(third).toMatchObject({
      rule_id: "A-1",
      version: "99.0.0",
      accepted: false,
      reason: expect.stringContaining(".precept/policies/a.yaml") as string,
    });
    expect(fourth).toMatchObject({ rule_id: null, policy_hash: null, accepted: false, registrant: ben });
    expect(await registrations.verify()).toMatchObject({ isIntact: true });
  });

  it("cannot register anything that the audit log cannot record", async () => {
    const { open } = await createPolicyProject({ ".precept/audit": "a file" });
    const policies = open();
    expect(await refusalOf(policies, policyValue())).toBe("policies/not-recorded");
    expect(await policies.list()).toEqual([]);
  });

  it("loses its policy when a file defines the id", async () => {
    const { open, write } = await createPolicyProject();
    const policies = open();
    await policies.register(policyValue({ id: "a-1", ...harmless }), { by: ana });
    await write(file, policyFile());
    await policies.reload();
    expect(await policies.list()).toMatchObject([{ id: "A-1" }]);
    expect(await policies.diagnostics()).toMatchObject([{ code: "policies/registered-inactive" }]);
  });
});

describe("a policy that a client registered", () => {
  it("does not redact the violations of other policies", async () => {
    const { open } = await createPolicyProject({ [file]: policyFile({ pattern: "forbidden" }) });
    const policies = open();
    await policies.register(policyValue({ id: "HIDE", pattern: "forbidden", rest: { metadata: { redact: true } } }), { by: ana });
    const { violations } = await policies.check({ text: "forbidden" });
    expect(violations.find(({ policy }) => policy === "A-1")).toMatchObject({ match: "forbidden", excerpt: "forbidden" });
  });

  it("does not fix text that another policy forbids", async () => {
    const { open } = await createPolicyProject({ [file]: policyFile({ pattern: "rm -rf /", severity: "MEDIUM" }) });
    const policies = open();
    const hides = [
      { pattern: "rm -rf", fix: { replacement: "echo" } },
      { pattern: "line", fix: { replacement: "line precept-ignore A-1 -- fine" } },
    ];
    for (const [at, { pattern, fix }] of hides.entries()) {
      await policies.register(policyValue({ id: `HIDE-${at}`, severity: "HIGH", pattern, rest: { fix } }), { by: ana });
    }
    const { violations, fixes } = await policies.enforce({ text: "rm -rf / # line" });
    expect(violations.map(({ policy }) => policy)).toContain("A-1");
    expect(fixes).toEqual([]);
  });

  it("never rolls back, with any settings", async () => {
    const rollback = { ...defaultTables.priorityMapping.P0, rollback: true };
    expect(rollback.rollback).toBe(true);
    const { open } = await createPolicyProject({}, { rollback: true });
    const policies = open();
    await policies.register(policyValue({ severity: "CRITICAL" }), { by: ana });
    expect(await policies.enforce({ text: "bad" })).toMatchObject({ stops: true, rollback: undefined });
  });
});

describe("a managed policy", () => {
  it("cannot be replaced by a registration, even of the program", async () => {
    const managed = await createManagedDir({ files: { "m.yaml": policyFile() } });
    const { open } = await createPolicyProject({}, { managedDirs: [managed] });
    const policies = open();
    for (const by of [ana, undefined]) {
      const { accepted, diagnostics } = await policies.register(policyValue(harmless), by === undefined ? {} : { by });
      expect([accepted, diagnostics.map(({ code }) => code)]).toEqual([[], ["policies/overrides-managed"]]);
    }
    await expect(policies.register(policyValue(harmless), { save: true })).resolves.toMatchObject({ accepted: [] });
  });
});

describe("a policy that is saved", () => {
  const own = ".precept/policies/no-eval.yaml";
  const text = [
    "# Why: see the incident of May.",
    "severity: 'HIGH' # Agreed with the team.",
    "id: NO-EVAL",
    "match: { pattern: 'eval' }",
    "tests:",
    "  # The usual ones.",
    "  valid: [ 'x = 1' ]",
    "  invalid:",
    '    - "eval(x)" # The simplest.',
    "message: Do not use eval.",
    "",
  ].join("\n");

  it("keeps the comments, the order and the quotes of its text", async () => {
    const { open, dir } = await createPolicyProject({ [own]: text });
    const policies = open();
    expect(await policies.textOf("NO-EVAL")).toBe(text);
    const changed = text.replace("id: NO-EVAL", "id: NO-EVAL\nversion: 1.0.1 # After the review.");
    await policies.register(changed, { save: true });
    expect(await readFile(join(dir, own), "utf8")).toBe(changed);
    expect(await policies.textOf("NO-EVAL")).toBe(changed);
  });

  it("changes only what differs in its file if it is given as an object", async () => {
    const { open, dir } = await createPolicyProject({ [own]: text });
    const policies = open();
    const policy = await policies.get("NO-EVAL");
    const wire = policy && toWirePolicy(policy);
    const invalid = [...(wire?.tests?.invalid ?? []), "window.eval(y)"];
    await policies.register({ ...wire, version: "1.0.1", severity: "LOW", tests: { ...wire?.tests, invalid } }, { save: true });
    const changed = text.replace("'HIGH'", "'LOW'").replace("# The simplest.", "# The simplest.\n    - window.eval(y)");
    expect(await readFile(join(dir, own), "utf8")).toBe(`${changed}version: 1.0.1\n`);
    expect(await policies.get("NO-EVAL")).toMatchObject({ severity: "LOW", version: "1.0.1" });
  });
});
