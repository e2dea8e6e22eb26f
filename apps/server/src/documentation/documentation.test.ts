import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { describe, expect, it } from "vitest";
import { createServer } from "../create-server.ts";
import { HostedProjects } from "../projects/hosted-projects.ts";
import { startTestServer } from "../../test/test-server.ts";
import { pino } from "pino";
import { prose } from "./schema-view.ts";
import type { OpenApiDocument } from "./openapi-document.ts";

async function documentOfSeveral(): Promise<OpenApiDocument> {
  const server = createServer({ projects: new HostedProjects({ log: pino({ level: "silent" }) }) });
  return (await (await server.fetch(new Request("http://127.0.0.1/openapi.json"))).json()) as OpenApiDocument;
}

describe("/openapi.json", () => {
  it("is the document of the reference", async () => {
    const path = join(import.meta.dirname, "../../../../docs/reference/openapi.json");
    expect(JSON.parse(await readFile(path, "utf8"))).toEqual(await documentOfSeveral());
  });

  it("is valid OpenAPI 3.1, and keeps the rules of a linter", async () => {
    const config = await createConfig({
      extends: ["recommended-strict"],
      rules: {
        // Answers on the server itself, whatever its address.
        "no-server-example.com": "off",
        // /healthz always answers, and asks for no token.
        "operation-4xx-response": "off",
      },
    });
    const found = await lintFromString({ source: JSON.stringify(await documentOfSeveral()), config });
    const problems = found.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer ?? ""}`);
    // A login only sends browsers elsewhere.
    expect(problems.filter((problem) => !/^operation-2xx-response: .*session~1(?:login|callback)\//.test(problem))).toEqual([]);
  });

  it("has the routes of the default project under /api/v1 if there is one, and only these", async () => {
    const { request } = await startTestServer();
    const { body } = await request("//openapi.json");
    const paths = Object.keys((body as OpenApiDocument).paths);
    expect(paths).toContain("/api/v1/resolve");
    expect(paths).not.toContain("/api/v1/projects/{project}/resolve");
    expect(Object.keys((await documentOfSeveral()).paths)).toContain("/api/v1/projects/{project}/resolve");
  });

  it("names the role of each operation under /api that needs a token", async () => {
    const { paths } = await documentOfSeveral();
    const inApi = Object.entries(paths).filter(([path]) => path.startsWith("/api/"));
    const withoutRole = inApi.filter(([, operations]) =>
      Object.values(operations).some((one) => one["x-precept-role"] === undefined && one.security?.length !== 0),
    );
    expect(inApi.length).toBeGreaterThan(0);
    expect(withoutRole).toEqual([]);
  });
});

describe("/docs", () => {
  it("shows every operation with an example, without scripts and other servers", async () => {
    const { request } = await startTestServer();
    const { status, headers, body } = await request("//docs");
    const page = body as string;
    expect(status).toBe(200);
    expect(headers.get("content-security-policy")).toMatch(/^default-src 'none'; style-src 'self';/);
    expect(page).not.toMatch(/<script|\son\w+=|style="|src="|https?:\/\/(?!127\.0\.0\.1)/);
    const { paths } = (await request("//openapi.json")).body as OpenApiDocument;
    for (const { operationId } of Object.values(paths).flatMap((operations) => Object.values(operations))) {
      expect(page).toContain(`<h3 id="${operationId}">`);
    }
    expect(page).toContain("curl &quot;$PRECEPT_URL/api/v1/resolve&quot;");
    const links = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    for (const id of links) expect(page).toContain(`id="${id}"`);
    const { headers: style, status: found } = await request("//docs/style.css");
    expect([found, style.get("content-type")]).toEqual([200, "text/css; charset=utf-8"]);
  });

  it("escapes texts", async () => {
    expect((await prose("`<a>` & `b")).toString()).toBe("<code>&lt;a&gt;</code> &amp; <code>b</code>");
  });
});
