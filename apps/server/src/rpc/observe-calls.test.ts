import { createConnectTransport } from "@connectrpc/connect-node";
import { Code, createClient } from "@connectrpc/connect";
import { PreceptError } from "@precept/core";
import { MemoryRulesService } from "@precept/api/memory";
import { expect, it, onTestFinished } from "vitest";
import type { Authenticator } from "../access/principal.ts";
import { listen } from "../listen/listen.ts";
import { createLog } from "../log/create-log.ts";
import { startTestServer } from "../testing/test-server.ts";

const authenticator: Authenticator = {
  authenticate(authorization) {
    if (authorization === undefined) throw new PreceptError("UNAUTHENTICATED", { reason: "missing" });
    return { tokenId: "token-of-ada", user: "ada", role: "admin", projects: "all" };
  },
};

it("calls are logged and counted, and refused when the server stops", async () => {
  const lines: string[] = [];
  const log = createLog({ write: (text) => lines.push(text) });
  const { server, request } = await startTestServer({}, { authenticator, log });
  const listening = await listen(server, { port: 0, graceMs: 0 });
  onTestFinished(async () => void (await listening.close()));
  const client = createClient(MemoryRulesService, createConnectTransport({ baseUrl: listening.url, httpVersion: "1.1" }));
  const headers = { authorization: "Bearer hunter2" };
  await expect(client.getMemoryRules({})).rejects.toMatchObject({ code: Code.Unauthenticated });
  await client.getMemoryRules({}, { headers });
  const route = "/precept.memory.v1.MemoryRulesService/GetMemoryRules";
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { method: "RPC", route, status: "Unauthenticated", request_id: expect.any(String) as string },
    { method: "RPC", route, status: "OK", user: "ada", token: "token-of-ada" },
  ]);
  expect(lines.join("")).not.toContain("hunter2");
  const { body } = await request("//metrics", { token: "hunter2" });
  expect(body).toContain(`precept_http_requests_total{method="RPC",route="${route}",status="OK"} 1\n`);
  server.stop();
  await expect(client.getMemoryRules({}, { headers })).rejects.toMatchObject({ code: Code.Unavailable });
});
