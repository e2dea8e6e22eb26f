import { createServer as createHttpServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { createClient, type ServerEvent } from "@precept/client";
import { describe, expect, it, onTestFinished } from "vitest";
import { startTestServer, type TestServerOptions } from "../test/test-server.ts";

const files = { "shop/.precept/rules/style.md": "---\nname: style\ndescription: Style.\n---\nUse named exports.\n" };

async function start(options: TestServerOptions = {}) {
  const { server, workspace } = await startTestServer(files, options);
  const http = createHttpServer(server.nodeHandler as RequestListener);
  await new Promise<void>((resolve) => {
    http.listen(0, "127.0.0.1", resolve);
  });
  onTestFinished(async () => {
    http.closeAllConnections();
    await new Promise((resolve) => {
      http.close(resolve);
    });
  });
  const client = createClient({ url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`, retry: { minDelayMs: 1 } });
  return { http, client, workspace };
}

function requestIdOf({ data }: ServerEvent): unknown {
  return (data as { request_id?: unknown }).request_id;
}

describe("the events of `@precept/client`", () => {
  it("are each event exactly once and in order, however often the connection is cut", async () => {
    const { http, client, workspace } = await start();
    const total = 60;
    const received: unknown[] = [];
    for await (const event of client.events({ types: ["rules_applied"], maxDelayMs: 2 })) {
      if (event.type === "connected") {
        void (async () => {
          for (let number = 0; number < total; number += 1) {
            await workspace.resolve({ id: `r-${number}` });
            if (number % 7 === 0) http.closeAllConnections();
          }
        })();
        continue;
      }
      expect(event.type).toBe("rules_applied");
      received.push(requestIdOf(event));
      if (received.length === total) break;
    }
    expect(received).toEqual(Array.from({ length: total }, (_, number) => `r-${number}`));
  });

  it("begin with `reset` for a client that comes back too late", async () => {
    const { client, workspace } = await start({ events: { maxEvents: 2 } });
    const first = client.events();
    const { value: connected } = await first.next();
    await first.return();
    for (let number = 0; number < 4; number += 1) await workspace.resolve({ id: `r-${number}` });
    const again = client.events({ lastEventId: (connected as ServerEvent).id ?? "" });
    const { value } = await again.next();
    expect(value).toMatchObject({ type: "reset", data: { reason: "expired" } });
    await again.return();
  });
});
