import { readFile } from "node:fs/promises";
import { userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { callApi, serveProject } from "../server/served-project.ts";
import type { ServerProcess } from "@precept/testing/server-process";

// A client that knows no more than the design of the agent rules says about their REST API, with a new server.

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

async function call(server: ServerProcess, method: string, path: string, body?: object): Promise<Answer> {
  const answer = await callApi(server, path, { method, ...(body !== undefined && { body: JSON.stringify(body) }) });
  const text = await answer.text();
  return { status: answer.status, body: text === "" ? undefined : (JSON.parse(text) as unknown) };
}

interface RuleTimes {
  readonly created_at: string;
  readonly updated_at: string;
}

const standards = {
  name: "coding-standards",
  description: "Python coding standards and best practices",
  content: "# Python Coding Standards\n\n- Follow PEP 8 guidelines\n",
};

describe("a client of the REST API of the design", () => {
  it("creates, reads, changes and deletes rules of its user without naming a scope", async () => {
    await using served = await serveProject();
    const { server, dir } = served;
    expect(await call(server, "GET", "/rules/")).toMatchObject({ status: 200, body: { total: 1, triggered_rules: null } });
    expect(await call(server, "POST", "/rules/", standards)).toMatchObject({
      status: 201,
      body: {
        ...standards,
        scope: "user",
        inclusion: "always",
        file_match_pattern: null,
        priority: 50,
        override: false,
        enabled: true,
        source_path: expect.stringContaining(`users/${userInfo().username}/rules/coding-standards.md`) as unknown,
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as unknown,
        updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as unknown,
      },
    });
    expect(await call(server, "POST", "/rules/", standards)).toMatchObject({ status: 409 });
    const changed = await call(server, "PUT", "/rules/coding-standards", { content: "- Use type hints\n", priority: 60 });
    expect(changed).toMatchObject({ status: 200, body: { scope: "user", content: "- Use type hints\n", priority: 60 } });
    // Rules in files have no position.
    expect(changed).toMatchObject({ body: { position: null } });
    expect(changed).toMatchObject(await call(server, "GET", "/rules/coding-standards"));
    expect(await call(server, "PUT", "/rules/coding-standards", { enabled: false })).toMatchObject({ body: { enabled: false } });
    expect(await call(server, "DELETE", "/rules/coding-standards")).toEqual({ status: 204, body: undefined });
    for (const method of ["GET", "PUT", "DELETE"]) {
      expect(await call(server, method, "/rules/coding-standards", method === "PUT" ? {} : undefined)).toMatchObject({
        status: 404,
      });
    }
    expect(await readFile(join(dir, "shop/.precept/rules/style.md"), "utf8")).toContain("Use named exports.");
  });

  it("sees the same creation time after each write, and a new update time only after a write of the rule", async () => {
    await using served = await serveProject();
    const { server } = served;
    const write = async (method: string, path: string, body: object): Promise<RuleTimes> => {
      // Longer than the resolution of the times.
      await setTimeout(5);
      return (await call(server, method, path, body)).body as RuleTimes;
    };
    const created = await write("POST", "/rules/", standards);
    const other = await write("POST", "/rules/", { ...standards, name: "other", content: "- Write tests\n" });
    const once = await write("PUT", "/rules/coding-standards", { priority: 60 });
    const twice = await write("PUT", "/rules/coding-standards", { priority: 70 });
    expect([once.created_at, twice.created_at]).toEqual([created.created_at, created.created_at]);
    expect([created.updated_at < once.updated_at, once.updated_at < twice.updated_at]).toEqual([true, true]);
    expect(other).toMatchObject((await call(server, "GET", "/rules/other")).body as object);
    await call(server, "DELETE", "/rules/other");
    expect(twice).toMatchObject((await call(server, "GET", "/rules/coding-standards")).body as object);
  });

  it("has the user whom the command line names, else the one of the project's configuration", async () => {
    const config = { "shop/.precept/config.yaml": "user: bob\n" };
    for (const [args, user] of [
      [["--user", "ada"], "ada"],
      [[], "bob"],
    ] as const) {
      await using served = await serveProject(config, { args });
      const { body } = await call(served.server, "POST", "/rules", standards);
      expect(body).toMatchObject({ user_id: user, source_path: expect.stringContaining(`users/${user}/rules/`) as unknown });
    }
  });

  it("changes and deletes no rule of the project without its scope", async () => {
    await using served = await serveProject();
    const { server, dir } = served;
    const file = join(dir, "shop/.precept/rules/style.md");
    const before = await readFile(file, "utf8");
    for (const [method, body] of [
      ["PUT", { content: "No.\n" }],
      ["DELETE", undefined],
    ] as const) {
      const refused = await call(server, method, "/rules/style", body);
      expect(refused).toMatchObject({ status: 404, body: { detail: expect.stringContaining("project:") as unknown } });
    }
    expect(await readFile(file, "utf8")).toBe(before);
    expect(await call(server, "PUT", "/rules/style?scope=project", { priority: 70 })).toMatchObject({ body: { priority: 70 } });
    expect(await call(server, "DELETE", "/rules/style?scope=project")).toMatchObject({ status: 204 });
  });

  it("gets the rule of the highest scope, and the conflict between the rules of one name", async () => {
    await using served = await serveProject();
    const { server } = served;
    await call(server, "POST", "/rules", { ...standards, name: "style", scope: "user" });
    expect(await call(server, "GET", "/rules/style")).toMatchObject({ body: { scope: "project" } });
    expect(await call(server, "GET", "/rules/style?scope=user")).toMatchObject({ body: { scope: "user" } });
    expect(await call(server, "GET", "/rules?scope=user")).toMatchObject({ body: { total: 1 } });
    expect(await call(server, "GET", "/rules/conflicts")).toMatchObject({
      body: {
        conflicts: [
          {
            name: "style",
            scopes: ["project", "user"],
            resolution: expect.stringContaining("Using project scope (highest priority)") as unknown,
          },
        ],
      },
    });
  });

  it("names rules as it likes, also like a path of the API, and validates texts", async () => {
    await using served = await serveProject();
    const { server } = served;
    for (const name of ["My team's standards", "Ünïcode – rule", "conflicts", "search", "validate", "reload"]) {
      const path = `/rules/${encodeURIComponent(name)}`;
      const body = { ...standards, name, inclusion: "fileMatch", file_match_pattern: "**/*.py" };
      expect(await call(server, "POST", "/rules", body)).toMatchObject({
        status: 201,
        body: { name, file_match_pattern: "**/*.py" },
      });
      expect(await call(server, "GET", `${path}?scope=user`)).toMatchObject({ status: 200, body: { name } });
      expect(await call(server, "PUT", path, { description: "Another" })).toMatchObject({
        status: 200,
        body: { description: "Another" },
      });
      expect(await call(server, "POST", "/rules/reload")).toMatchObject({ status: 200, body: { count: 2 } });
      expect(await call(server, "GET", `/rules?name=${encodeURIComponent(name)}`)).toMatchObject({ body: { rules: [{ name }] } });
      expect(await call(server, "DELETE", path)).toMatchObject({ status: 204 });
    }
    const text = "---\nname: coding-standards\ndescription: D\ninclusion: always\npriority: 60\n---\n\n# Text\n";
    expect(await call(server, "POST", "/rules/validate", { content: text })).toMatchObject({
      body: { valid: true, errors: [], warnings: [] },
    });
    const invalid = await call(server, "POST", "/rules/validate", { content: "---\ninclusion: [\n---\nText\n" });
    expect(invalid).toMatchObject({ status: 200, body: { valid: false, errors: [expect.any(String)] } });
    const huge = await call(server, "POST", "/rules/validate", { content: `${text}${"word ".repeat(30_000)}` });
    expect(huge).toMatchObject({ body: { valid: true, warnings: [expect.stringContaining("much of a prompt") as unknown] } });
    for (const wrong of [
      { name: "" },
      { description: "" },
      { content: "" },
      { priority: 0 },
      { scope: "team" },
      { inclusion: "never" },
    ]) {
      expect((await call(server, "POST", "/rules", { ...standards, ...wrong })).status).toBe(400);
    }
  });
});
