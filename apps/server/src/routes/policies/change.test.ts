import { access } from "node:fs/promises";
import { join } from "node:path";
import { policyFile } from "@precept/testing";
import { describe, expect, it } from "vitest";
import { startTestServer } from "../../../test/test-server.ts";

const rule = policyFile({ id: "NEW-1", pattern: "FIXME", rest: { tests: { valid: ["done"], invalid: ["FIXME"] } } });

describe("POST /policies/validate", () => {
  it("runs the tests of policies, and activates none", async () => {
    const { request } = await startTestServer();
    const { body } = await request("/policies/validate", { body: { rule } });
    expect(body).toMatchObject({
      valid: true,
      rule_ids: ["NEW-1"],
      tests: [
        { rule_id: "NEW-1", list: "valid", index: 0, outcome: "passed" },
        { rule_id: "NEW-1", list: "invalid", index: 0, outcome: "passed" },
      ],
    });
    expect((await request("/policies")).body).toMatchObject({ policies: [] });
  });

  it("says which test fails, and where the text is wrong", async () => {
    const { request } = await startTestServer();
    const failing = await request("/policies/validate", { body: { rule: rule.replace("FIXME", "TODO") } });
    expect(failing.body).toMatchObject({ valid: false, rule_ids: [], diagnostics: [{ code: "policy/test-missing" }] });
    const broken = await request("/policies/validate", { body: { rule: "id: [" } });
    expect(broken.body).toMatchObject({ valid: false, diagnostics: [{ severity: "error" }] });
  });
});

describe("DELETE /policies/{policy}", () => {
  it("deletes a saved policy with its file, and a registered one, and logs it", async () => {
    const { request, project } = await startTestServer();
    await request("/policies", { body: { rule, save: true } });
    const file = join(project.dir, "shop/.precept/policies/new-1.yaml");
    await access(file);
    expect((await request("/policies/NEW-1")).body).toMatchObject({ yaml: expect.stringContaining("id: NEW-1") as string });
    expect(await request("/policies/NEW-1", { method: "DELETE" })).toMatchObject({ status: 204 });
    await expect(access(file)).rejects.toThrow("ENOENT");
    await request("/policies", { body: { rule } });
    expect(await request("/policies/NEW-1", { method: "DELETE" })).toMatchObject({ status: 204 });
    expect((await request("/policies")).body).toMatchObject({ policies: [] });
    const { body } = await request("/policies/audit?kind=registrations");
    expect(body).toMatchObject({ entries: [{ accepted: true }, { removed: true, version: null }, {}, { removed: true }] });
    expect((await request("/policies/audit/verify")).body).toMatchObject({ intact: true });
  });

  it("leaves a file with other policies as it is", async () => {
    const both = `- ${rule.trimEnd().replaceAll("\n", "\n  ")}\n- ${policyFile({ id: "OTHER-1" }).trimEnd().replaceAll("\n", "\n  ")}\n`;
    const { request } = await startTestServer({ "shop/.precept/policies/new-1.yaml": both });
    expect((await request("/policies")).body).toMatchObject({ policies: [{ id: "NEW-1" }, { id: "OTHER-1" }] });
    expect(await request("/policies/NEW-1", { method: "DELETE" })).toMatchObject({
      status: 409,
      body: { code: "POLICY_DEFINED_ELSEWHERE" },
    });
    expect(await request("/policies/NONE", { method: "DELETE" })).toMatchObject({ status: 404 });
  });
});
