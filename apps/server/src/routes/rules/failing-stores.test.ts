import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { principalInToken } from "../../../test/principal-in-token.ts";
import { ruleFile } from "../../../test/rule-file.ts";
import { startTestServer } from "../../../test/test-server.ts";

const token = "ada:editor";
const rule = { name: "money", description: "Amounts.", content: "Use cents." };

const start = (files: Readonly<Record<string, string>> = {}) =>
  startTestServer({ "shop/.precept/rules/style.md": ruleFile("style"), ...files }, { authenticator: principalInToken });

describe("a store that fails", () => {
  it("is a 503 for a write, and shows no other user a reason", async () => {
    // A file where the directory of the user should be.
    const { request } = await start({ "home/users/ada": "not a directory" });
    const { status, body } = await request("/rules", { token, body: rule });
    expect([status, (body as { code: string }).code]).toEqual([503, "STORE_FAILED"]);
    expect((await request("/rules", { token })).body).toMatchObject({ total: 1 });
    expect(JSON.stringify((await request("/rules", { token: "bob:editor" })).body)).not.toContain("users/ada");
  });

  it("is a 503 for a reload that cannot read it, and the other rules stay", async () => {
    const { request, project } = await start({ "shop/.precept/config.yaml": "store: { sqlite: true }\n" });
    await request("/rules", { token, body: { ...rule, scope: "project", store: "sqlite" } });
    for (const end of ["", "-wal", "-shm"]) {
      await writeFile(join(project.dir, `shop/.precept/rules.sqlite${end}`), "This is not a database. ".repeat(10_000));
    }
    expect((await request("/rules/reload", { token, method: "POST" })).body).toMatchObject({ status: 503, code: "STORE_FAILED" });
    expect((await request("/rules/style", { token })).status).toBe(200);
    expect((await request("/rules/money", { token })).body).toMatchObject({ status: 503, code: "STORE_FAILED" });
    expect((await request("/rules", { token })).body).toMatchObject({ stores: [{ store: "sqlite", status: "stale" }] });
  });

  it("is a 404 for a rule whose file is gone", async () => {
    const { request, project } = await start();
    await request("/rules", { token });
    await rm(join(project.dir, "shop/.precept/rules/style.md"));
    const { status } = await request("/rules/style?scope=project", { token, method: "DELETE" });
    expect([404, 409]).toContain(status);
    expect((await request("/rules/style?scope=project", { token, method: "PUT", body: { priority: 3 } })).status).toBe(409);
  });
});
