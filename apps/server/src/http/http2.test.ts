import { connect } from "node:http2";
import { text } from "node:stream/consumers";
import { describe, expect, it, onTestFinished } from "vitest";
import { listen } from "../listen/listen.ts";
import { startTestServer } from "../../test/test-server.ts";

describe("the server over HTTP/2", () => {
  async function connectTo() {
    const { server } = await startTestServer({
      "shop/.precept/rules/a.md": "---\nname: a\ndescription: A.\n---\nUse named exports.\n",
    });
    const listening = await listen(server, { port: 0, graceMs: 100 });
    const session = connect(listening.url);
    onTestFinished(async () => {
      session.destroy();
      await listening.close();
    });
    return async (path: string, body?: string | Buffer) => {
      const headers = { ":path": path, ":method": body === undefined ? "GET" : "POST", "content-type": "application/json" };
      const stream = session.request(headers);
      const status = new Promise<number>((resolve) => stream.on("response", (got) => resolve(Number(got[":status"]))));
      stream.end(body);
      return { body: await text(stream), status: await status };
    };
  }

  it("answers requests", async () => {
    const send = await connectTo();
    expect(await send("/api/v1/resolve", "{}")).toMatchObject({
      status: 200,
      body: expect.stringContaining("Use named exports.") as string,
    });
    expect(await send("/nowhere")).toMatchObject({ status: 404, body: expect.stringContaining("ROUTE_UNKNOWN") as string });
  });

  it("answers requests whose bodies it refuses to read, and the next ones of the connection", async () => {
    const send = await connectTo();
    const large = Buffer.alloc(3_000_000, " ");
    for (let sent = 0; sent < 10; sent += 1) {
      expect(await send("/api/v1/resolve", large)).toMatchObject({
        status: 413,
        body: expect.stringContaining("BODY_TOO_LARGE") as string,
      });
    }
    expect(await send("/api/v1/resolve", "{}")).toMatchObject({ status: 200 });
  });
});
