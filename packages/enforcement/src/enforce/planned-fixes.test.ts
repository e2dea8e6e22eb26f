import type { AuditLog } from "@precept/audit-log";
import { policyFile } from "@precept/testing";
import { expect, it } from "vitest";
import { createPolicyProject } from "../../test/policy-project.ts";

const files = { ".precept/policies/a.yaml": policyFile({ severity: "HIGH", rest: { fix: { replacement: "good" } } }) };

async function fixesIn({ violations }: AuditLog): Promise<readonly unknown[]> {
  const found = [];
  for await (const entry of violations.list()) found.push({ id: entry.log_id, fix: entry.quick_fix, further: entry.further });
  return found;
}

it("a fix that an agent was given counts as applied when the fixed text arrives, in any process, once", async () => {
  const { open } = await createPolicyProject(files);
  const [policies, other] = [open(), open()];
  const { fixes, logIds } = await policies.enforce({ text: "so bad", file: "a.ts" }, { session: "s" });
  expect(fixes).toMatchObject([{ text: "so good", written: false }]);
  const fixed = { text: "so good", file: "a.ts" };
  await other.enforce(fixed, { session: "other" });
  await other.enforce({ ...fixed, file: "b.ts" }, { session: "s" });
  expect(await fixesIn(await policies.auditLog())).toMatchObject([{ fix: { applied: false, change: "bad → good" } }]);
  await other.enforce(fixed, { session: "s" });
  await other.enforce(fixed, { session: "s" });
  expect(await fixesIn(await policies.auditLog())).toMatchObject([
    { id: logIds[0], fix: { applied: false } },
    { fix: { applied: true, change: "bad → good", verified: true }, further: { session: "s", confirms: logIds[0] } },
  ]);
});
