import { defaultTables } from "@precept/governance";
import { expect, it, vi } from "vitest";
import { forbids, hostWith, snakeCase } from "../testing/engine.ts";
import { createPolicyHost } from "./policy-host.ts";

const policies = [forbids("a"), forbids("b", { severity: "CRITICAL" })] as const;

it("starts with policies, and leaves out those that fail their own tests", async () => {
  const [good, other] = await (await hostWith(...policies)).policies();
  if (good === undefined || other === undefined) throw new Error("Both have to be there.");
  const failing = { ...other, tests: { valid: [{ kind: "text" as const, text: "b" }], invalid: [] } };
  expect(await createPolicyHost([good, failing]).policies()).toEqual([good]);
});

it("registers what is written under `rule`, and many policies of one YAML text", async () => {
  const host = createPolicyHost();
  expect(await host.register({ rule: snakeCase })).toMatchObject({ accepted: [{ id: "JCODE-001" }] });
  const { accepted, diagnostics } = await host.register(JSON.stringify([...policies, { id: "C" }]));
  expect(accepted.map(({ id }) => id)).toEqual(["NO-A", "NO-B"]);
  expect(diagnostics.map(({ code }) => code)).toContain("policy/missing-field");
});

it("refuses a version that is not newer, and a pattern that may take for ever", async () => {
  const host = await hostWith({ ...snakeCase, version: "1.10.0" });
  const older = await host.register({ ...snakeCase, version: "1.9.0" });
  expect(older).toMatchObject({ accepted: [], diagnostics: [{ code: "policy/duplicate-id" }] });
  const evil = await host.register(forbids("evil", { match: { pattern: "(a+)+$" } }));
  expect(evil).toMatchObject({ accepted: [], diagnostics: [{ code: "policy/pattern-dangerous" }] });
});

it("tells its listeners of changes only, until they have heard enough", async () => {
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

it("says what follows from a decision: who stops, who is called, what it costs, what to write", async () => {
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

it("goes by the tables that it is given", async () => {
  const priorityMapping = {
    ...defaultTables.priorityMapping,
    P3: { ...defaultTables.priorityMapping.P3, action: "TERMINATE" as const, iterationPenalty: 2 },
  };
  const host = createPolicyHost([], { tables: { ...defaultTables, priorityMapping } });
  await host.register(policies[0]);
  expect(await host.enforce({ text: "a" }, {})).toMatchObject({ action: "TERMINATE", stops: true, iterationPenalty: 2 });
});
