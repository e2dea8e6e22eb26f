import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createClient, ServerError, type ServerEvent } from "@precept/client";
import { describe, expect, it, onTestFinished } from "vitest";
import { listen } from "../test/listen.ts";
import { startTestServer } from "../test/test-server.ts";

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

  it("changes a rule only if it has the expected revision", async () => {
    const { server } = await startTestServer(files, { open: { sqlite: true } });
    const client = createClient({ url: await listen(server) });
    await client.rules.create({ name: "tests", description: "Tests.", content: "Run the tests.", scope: "project" });
    const { body, etag = "" } = await client.send("getRule", { params: { rule: "tests" } });
    expect(body).toMatchObject({ name: "tests", priority: 50 });
    await client.rules.update("tests", { priority: 80 }, { ifMatch: etag, query: { scope: "project" } });
    const late = client.rules.update("tests", { priority: 20 }, { ifMatch: etag, query: { scope: "project" } });
    await expect(late).rejects.toMatchObject({ code: "RULE_CONFLICT", status: 412, isOutcomeUnknown: false });
    expect(await client.rules.get("tests")).toMatchObject({ priority: 80 });
  });

  it("receives every event once, also those of the time in which it was not connected", async () => {
    const { server } = await startTestServer(files);
    const http = createServer(server.nodeHandler);
    await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => {
      http.closeAllConnections();
      http.close();
    });
    const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
    const client = createClient({ url, retry: { minDelayMs: 1 } });
    const ids: string[] = [];
    const expected = Array.from({ length: 12 }, (_, at) => `request-${at}`);
    let sent = 0;
    const send = async () => {
      await client.resolve({ id: expected[sent] ?? "" });
      sent += 1;
    };
    for await (const event of client.events({ types: ["rules_applied"] })) {
      const id = requestOf(event);
      if (id !== undefined) ids.push(id);
      if (ids.length >= expected.length) break;
      // Every third time, the connection is lost, and two requests are resolved meanwhile.
      const isLost = ids.length % 3 === 2;
      if (isLost) http.closeAllConnections();
      for (let more = isLost ? 2 : 1; more > 0 && sent < expected.length; more -= 1) await send();
    }
    expect(ids).toEqual(expected);
  });
});

/** The id of the request of an event, if it has one. */
function requestOf(event: ServerEvent): string | undefined {
  return event.type === "rules_applied" ? (event.data.request_id ?? undefined) : undefined;
}
