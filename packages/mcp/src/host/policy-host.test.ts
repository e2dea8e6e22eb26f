import { defaultTables } from "@precept/governance";
import { createProject } from "@precept/testing";
import { describe, expect, it, vi } from "vitest";
import { forbids, hostWith, snakeCase } from "../../test/engine.ts";
import { createPolicyHost, type PolicyHostOptions } from "./policy-host.ts";
import type { RegisteringHost } from "./rule-engine-host.ts";

const policies = [forbids("a"), forbids("b", { severity: "CRITICAL" })] as const;

it("excludes policies that fail their own tests", async () => {
  const [good, other] = await (await hostWith(...policies)).policies();
  if (good === undefined || other === undefined) throw new Error("Both have to be there.");
  const failing = { ...other, tests: { valid: [{ kind: "text" as const, text: "b" }], invalid: [] } };
  expect(await createPolicyHost([good, failing]).policies()).toEqual([good]);
});

it("registers a policy under the key `rule`, and several policies in one YAML text", async () => {
  const host = createPolicyHost();
  expect(await host.register({ rule: snakeCase })).toMatchObject({ accepted: [{ id: "JCODE-001" }] });
  const { accepted, diagnostics } = await host.register(JSON.stringify([...policies, { id: "C" }]));
  expect(accepted.map(({ id }) => id)).toEqual(["NO-A", "NO-B"]);
  expect(diagnostics.map(({ code }) => code)).toContain("policy/missing-field");
});

it("rejects a version that is not newer, and a pattern with a ReDoS risk", async () => {
  const host = await hostWith({ ...snakeCase, version: "1.10.0" });
  const older = await host.register({ ...snakeCase, version: "1.9.0" });
  expect(older).toMatchObject({ accepted: [], diagnostics: [{ code: "policy/duplicate-id" }] });
  const evil = await host.register(forbids("evil", { match: { pattern: "(a+)+$" } }));
  expect(evil).toMatchObject({ accepted: [], diagnostics: [{ code: "policy/pattern-dangerous" }] });
});

it("notifies listeners of changes only, until they unsubscribe", async () => {
  const host = createPolicyHost();
  const listener = vi.fn<() => void>();
  const end = host.subscribe(listener);
  await host.register({ id: "?" });
  expect(listener).not.toHaveBeenCalled();
  await host.register(policies[0]);
  end();
  await host.register(policies[1]);
  expect(listener).toHaveBeenCalledOnce();
});

it("returns the consequences of a decision: stop, notification, penalty and fixes", async () => {
  const host = await hostWith(...policies);
  expect(await host.enforce({ text: "b" }, {})).toMatchObject({
    stops: true,
    notifiesHuman: true,
    iterationPenalty: "MAX",
    fixes: [],
  });
  expect(await host.enforce({ text: "a" }, {})).toMatchObject({
    stops: false,
    notifiesHuman: false,
    iterationPenalty: 0,
    fixes: [],
  });
  const fixing = await hostWith(snakeCase);
  const { fixes } = await fixing.enforce({ text: "def a_B():", file: "x.py" }, {});
  expect(fixes).toEqual([{ file: "x.py", text: "def a_b():" }]);
});

it("uses the given governance tables", async () => {
  const priorityMapping = {
    ...defaultTables.priorityMapping,
    P3: { ...defaultTables.priorityMapping.P3, action: "TERMINATE" as const, iterationPenalty: 2 },
  };
  const host = createPolicyHost([], { tables: { ...defaultTables, priorityMapping } });
  await host.register(policies[0]);
  expect(await host.enforce({ text: "a" }, {})).toMatchObject({ action: "TERMINATE", stops: true, iterationPenalty: 2 });
});

describe("a policy that filters on a signal", () => {
  const onMain = forbids("push", { match: { pattern: "push", context_filter: { branch: "main" } } });

  async function hostOf(options: PolicyHostOptions): Promise<RegisteringHost> {
    const host = createPolicyHost([], options);
    await host.register(onMain);
    return host;
  }

  it("is compared with the git repository of the project, whatever a client says", async () => {
    const { dir } = await createProject({ ".git/HEAD": "ref: refs/heads/main\n", ".git/objects/a": "", ".git/refs/a": "" });
    const host = await hostOf({ root: dir });
    const { action, diagnostics } = await host.check({ text: "push" }, { context: { branch: "my-own" } });
    expect(action).toBe("SOFT_HOOK");
    expect(diagnostics.map(({ code }) => code)).toEqual(["policies/context-ignored"]);
    expect(await host.enforce({ text: "push" }, {})).toMatchObject({ action: "SOFT_HOOK" });
  });

  it("is compared with the signals of the program", async () => {
    const host = await hostOf({ signals: { branch: "main" } });
    expect(await host.check({ text: "push" }, { context: { branch: "my-own" } })).toMatchObject({ action: "SOFT_HOOK" });
  });

  it("is compared with nothing if there is no project", async () => {
    const host = await hostOf({});
    expect(await host.check({ text: "push" }, { context: { branch: "main" } })).toMatchObject({ action: "PASS" });
  });
});
