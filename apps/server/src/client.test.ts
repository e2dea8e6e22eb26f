import { createClient, ServerError } from "@precept/client";
import { describe, expect, it } from "vitest";
import { listen } from "./testing/listen.ts";
import { startTestServer } from "./testing/test-server.ts";

const files = { "shop/.precept/rules/style.md": "---\nname: style\ndescription: Style.\n---\nUse named exports.\n" };

describe("`@precept/client`", () => {
  it("resolves requests, and reads traces", async () => {
    const { server } = await startTestServer(files);
    const client = createClient({ url: await listen(server) });
    const { prompt, applied, request_id: id } = await client.resolve({ prompt: "fix the cart", files: ["src/cart.tsx"] });
    expect(applied.map(({ name }) => name)).toEqual(["style"]);
    expect(prompt).toContain("Use named exports.");
    const { traces } = await client.traces.list({ limit: 1 });
    expect(traces.map(({ request_id }) => request_id)).toEqual([id]);
    expect(await client.traces.get(id)).toMatchObject({ final_rules: ["style"] });
  });

  it("throws the errors of the server", async () => {
    const { server } = await startTestServer(files);
    const client = createClient({ url: await listen(server) });
    const error: unknown = await client.traces.get("a/b?c").catch((caught: unknown) => caught);
    expect(ServerError.is(error, "TRACE_UNKNOWN")).toBe(true);
    expect(error).toMatchObject({ status: 404, requestId: expect.stringMatching(/^[\da-f-]{36}$/) });
    await expect(client.resolve({ files: 7 } as never)).rejects.toMatchObject({
      code: "REQUEST_INVALID",
      reasons: [expect.stringContaining("/files")],
    });
    const other = createClient({ url: await listen(server), project: "blog" });
    await expect(other.resolve()).rejects.toMatchObject({ code: "PROJECT_UNKNOWN" });
  });

  it("works with a server of the same process, without a socket", async () => {
    const { server } = await startTestServer(files);
    const client = createClient({ url: "http://127.0.0.1", fetch: (input, init) => server.fetch(new Request(input, init)) });
    expect(await client.resolve()).toMatchObject({ applied: [{ name: "style" }] });
    expect((await client.memory.getMemoryRules({})).rules.map(({ name }) => name)).toEqual(["style"]);
  });
});
