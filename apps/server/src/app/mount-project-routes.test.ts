import { describe, expect, it } from "vitest";
import { createServer } from "../create-server.ts";
import { toOpenProject } from "../projects/open-project.ts";
import { ruleFile } from "../../test/rule-file.ts";
import { startTestServer } from "../../test/test-server.ts";

describe("a server of several projects", () => {
  it("has routes of projects only, and says where a new rule is", async () => {
    const { workspace } = await startTestServer({ "shop/.precept/rules/style.md": ruleFile("style") });
    const project = toOpenProject("my shop", workspace);
    await using server = createServer({
      projects: {
        ids: ["my shop"],
        defaultId: undefined,
        states: () => [],
        lease: async () => ({ project, release: () => undefined }),
        [Symbol.asyncDispose]: async () => undefined,
      },
    });
    const request = async (path: string, init?: RequestInit) => server.fetch(new Request(`http://127.0.0.1/api/v1${path}`, init));
    for (const [method, path] of [
      ["GET", "/rules"],
      ["DELETE", "/rules"],
      ["GET", "/rules/conflicts"],
    ] as const) {
      expect(await (await request(path, { method })).json()).toMatchObject({ status: 404, code: "ROUTE_UNKNOWN" });
    }
    const body = JSON.stringify({ name: "money", description: "D.", content: "C.", scope: "project" });
    const headers = { "content-type": "application/json" };
    const created = await request("/projects/my%20shop/rules", { method: "POST", body, headers });
    const location = created.headers.get("location") ?? "";
    expect(location).toBe("/api/v1/projects/my%20shop/rules/project%3A.precept%2Frules%2Fmoney.md");
    expect((await server.fetch(new Request(`http://127.0.0.1${location}`))).status).toBe(200);
    expect((await request("/projects/my%20shop/rules", { method: "DELETE" })).status).toBe(405);
  });
});
