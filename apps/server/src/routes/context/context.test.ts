import { readFile, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { principalInToken } from "../../../test/principal-in-token.ts";
import { startTestServer, type TestAnswer, type TestServer } from "../../../test/test-server.ts";

const files = {
  "shop/AGENTS.md": "Work carefully.",
  "shop/SPIRIT.md": "Be brief.",
  "shop/USER.md": "Ada.",
  "shop/MEMORY.md": "# MEMORY.md\n\n## Decisions\n\n- Deploys happen on Tuesdays.\n",
  "shop/.precept/rules/cents.md": "---\nname: cents\ndescription: Amounts\n---\n\nStore amounts in cents.\n",
};

const start = () => startTestServer(files, { authenticator: principalInToken });
const [shared, main, reader] = ["ada:editor", "ada:editor+main", "ada:reader+main"] as const;

function bodyOf(answer: TestAnswer): Record<string, never> {
  expect(answer.status).toBeLessThan(300);
  return answer.body as Record<string, never>;
}

async function namesIn({ project }: TestServer): Promise<readonly string[]> {
  return (await readdir(join(project.dir, "shop"))).toSorted();
}

describe("GET /context", () => {
  it("returns a shared context by default, and never with the memory", async () => {
    const { request } = await start();
    for (const token of [shared, main]) {
      const { prompt, context, files: reports } = bodyOf(await request("/context", { token }));
      expect(context).toMatchObject({ session_type: "shared", owner_content: "Ada." });
      expect(prompt).toContain("Work carefully.");
      expect(JSON.stringify([prompt, context, reports])).not.toMatch(/Tuesdays|MEMORY/);
    }
  });

  it("returns the memory to a main session", async () => {
    const { request } = await start();
    const { prompt, context } = bodyOf(await request("/context?session_type=main&session_id=s1", { token: main }));
    expect(context).toMatchObject({ session_type: "main", session_id: "s1" });
    expect(prompt).toContain("Deploys happen on Tuesdays.");
  });

  it("creates no file", async () => {
    const server = await startTestServer();
    bodyOf(await server.request("/context?session_type=main"));
    bodyOf(await server.request("/context/boot", { body: {} }));
    expect(await namesIn(server)).toEqual([".keep"]);
  });

  it("is stored by no cache, not even with an entity tag", async () => {
    const { request } = await start();
    for (const type of ["main", "shared"]) {
      const { headers } = await request(`/context?session_type=${type}`, { token: main });
      expect(headers.get("cache-control")).toBe("private, no-store");
      expect(headers.get("vary")?.toLowerCase()).toContain("authorization");
      expect(headers.get("etag")).toBeNull();
    }
  });
});

describe("a token without the right to main sessions", () => {
  it.each([
    ["GET", "/context?session_type=main", undefined],
    ["POST", "/context/boot", { session_type: "main" }],
    ["GET", "/context/memory", undefined],
    ["POST", "/context/memory", { content: "Remember this." }],
  ])("is refused: %s %s", async (method, path, body) => {
    const { request } = await start();
    const answer = await request(path, { method, token: shared, ...(body !== undefined && { body }) });
    expect(answer).toMatchObject({ status: 403, body: { code: "FORBIDDEN" } });
    expect(JSON.stringify(answer.body)).toContain("--main-session");
    expect(JSON.stringify(answer.body)).not.toContain("Tuesdays");
  });

  it("can write notes", async () => {
    const server = await start();
    const { path } = bodyOf(await server.request("/context/notes", { token: shared, body: { content: "The cart is faster." } }));
    expect(await readFile(join(server.project.dir, "shop", path ?? ""), "utf8")).toContain("- The cart is faster.");
  });
});

describe("a session", () => {
  it("that was shared cannot become a main one, however it was used", async () => {
    const { request } = await start();
    bodyOf(await request("/context?session_id=s1", { token: shared }));
    bodyOf(await request("/context/boot", { token: main, body: { session_id: "s2" } }));
    for (const id of ["s1", "s2"]) {
      for (const answer of [
        await request(`/context?session_type=main&session_id=${id}`, { token: main }),
        await request("/context/boot", { token: main, body: { session_type: "main", session_id: id } }),
        await request(`/context/memory?session_id=${id}`, { token: main }),
        await request("/context/memory", { token: main, body: { content: "x", session_id: id } }),
      ])
        expect(answer).toMatchObject({
          status: 409,
          body: { code: "SESSION_TYPE_CONFLICT", detail: expect.stringContaining(`The session "${id}" is shared`) as string },
        });
    }
  });

  it("of one user does not concern the sessions of another", async () => {
    const { request } = await start();
    bodyOf(await request("/context?session_id=s1", { token: shared }));
    const { context } = bodyOf(await request("/context?session_type=main&session_id=s1", { token: "bob:reader+main" }));
    expect(context).toMatchObject({ session_type: "main" });
  });
});

describe("POST /context/boot", () => {
  it("returns one prompt with the context and the rules", async () => {
    const { request } = await start();
    const { prompt, context, resolution } = bodyOf(
      await request("/context/boot", { token: main, body: { session_type: "main", session_id: "s1", debug: true } }),
    );
    expect(prompt).toMatch(/Deploys happen on Tuesdays\.[^]*Store amounts in cents\./);
    expect(context).toMatchObject({ session_id: "s1" });
    expect(resolution).toMatchObject({ applied: [{ name: "cents" }], trace: { final_rules: ["cents"] } });
  });

  it("creates missing files, and offers BOOTSTRAP.md once, with `create`", async () => {
    const server = await startTestServer({ "shop/BOOTSTRAP.md": "Ask for a name." }, { authenticator: principalInToken });
    const body = { session_type: "main", create: true };
    const forbidden = await server.request("/context/boot", { token: reader, body });
    expect(forbidden).toMatchObject({ status: 403, body: { code: "FORBIDDEN" } });
    const first = bodyOf(await server.request("/context/boot", { token: main, body }));
    expect(first["bootstrap"]).toBe("Ask for a name.");
    expect(bodyOf(await server.request("/context/boot", { token: main, body }))).not.toHaveProperty("bootstrap");
    expect(await namesIn(server)).toEqual([".keep", ".precept", "AGENTS.md", "BOOTSTRAP.md", "OWNER.md", "SPIRIT.md"]);
  });
});

describe("/context/memory", () => {
  it("adds entries and lists them", async () => {
    const server = await start();
    const added = bodyOf(
      await server.request("/context/memory", {
        token: main,
        body: { content: "Prices are gross.", category: "Decisions", importance: 5, source_date: "2026-02-15" },
      }),
    );
    expect(added).toMatchObject({ content: "Prices are gross.", importance: 5, source_date: "2026-02-15" });
    const { entries, total } = bodyOf(await server.request("/context/memory?category=Decisions", { token: reader }));
    expect([entries, total]).toEqual([[expect.objectContaining({ content: "Deploys happen on Tuesdays." }), added], 2]);
    expect(bodyOf(await server.request("/context/memory?category=Other", { token: reader }))).toEqual({ entries: [], total: 2 });
  });

  it("needs the role editor to add", async () => {
    const { request } = await start();
    expect((await request("/context/memory", { token: reader, body: { content: "x" } })).status).toBe(403);
  });

  it("is open without tokens, on the server's own machine", async () => {
    const { request } = await startTestServer(files);
    expect(bodyOf(await request("/context/memory"))).toMatchObject({ total: 1 });
  });
});

describe("events", () => {
  it("tell shared clients of shared files only, and main ones of MEMORY.md", async () => {
    const { openEvents, request, project } = await start();
    const events = await openEvents("/events?types=context_changed", { token: shared });
    const own = await openEvents("/events?types=context_changed", { token: main });
    for (const stream of [events, own]) expect(await stream.next()).toMatchObject({ event: "connected" });
    await writeFile(join(project.dir, "shop/MEMORY.md"), "- A secret.\n");
    bodyOf(await request("/context", { token: main }));
    bodyOf(await request("/context?session_type=main", { token: main }));
    expect(await own.next()).toMatchObject({ data: { session_type: "main", files: ["MEMORY.md"] } });
    await writeFile(join(project.dir, "shop/AGENTS.md"), "New.\n");
    bodyOf(await request("/context", { token: main }));
    const { data } = await events.next();
    expect(data).toMatchObject({ session_type: "shared", files: ["AGENTS.md"] });
    expect(await own.next()).toMatchObject({ data });
  });
});
