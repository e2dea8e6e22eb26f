import { writeFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { setTimeout } from "node:timers/promises";
import { expect, it } from "vitest";
import { openSocket, requestOf } from "./raw-request.ts";
import { callApi, serveProject } from "./served-project.ts";

const resolveBody = JSON.stringify({ files: ["a.ts"] });

it("answers others while clients send their requests slowly, and gets rid of them", { tags: "slow" }, async () => {
  await using served = await serveProject(
    {},
    { env: { PRECEPT_SERVER_LIMITS_HEADERS_TIMEOUT: "2", PRECEPT_SERVER_LIMITS_REQUEST_TIMEOUT: "3" } },
  );
  const { server } = served;
  const { host } = new URL(server.url);
  const starts = [
    "P",
    "POST /api/v1/resolve HTTP/1.1\r\n",
    requestOf(["POST /api/v1/resolve HTTP/1.1", `Host: ${host}`, "Content-Type: application/json", "Content-Length: 1000"]),
  ];
  const slow = Array.from({ length: 150 }, (_, number) => {
    const socket = openSocket(server.url);
    socket.on("error", () => undefined);
    socket.write(starts[number % starts.length] ?? "");
    const timer = setInterval(() => socket.writable && socket.write("a"), 200);
    // Not `once` of node:events, which rejects if the server resets the connection first.
    const closed = new Promise<void>((resolve) => socket.once("close", () => resolve())).finally(() => clearInterval(timer));
    return { socket, closed };
  });
  for (let count = 0; count < 20; count += 1) {
    expect((await callApi(server, "/resolve", { method: "POST", body: resolveBody })).status).toBe(200);
  }
  // The server closes them, not this test.
  for (const { socket } of slow) socket.resume();
  await Promise.all(slow.map(({ closed }) => closed));
});

it("does not inflate compressed bodies", async () => {
  await using served = await serveProject();
  const { server } = served;
  const bomb = gzipSync(Buffer.alloc(50_000_000, 32));
  const before = await server.residentBytes();
  for (let count = 0; count < 20; count += 1) {
    const answer = await callApi(server, "/resolve", { method: "POST", body: bomb, headers: { "content-encoding": "gzip" } });
    expect(answer.status).toBe(415);
  }
  const path = `${server.url}/precept.memory.v1.MemoryRulesService/GetMemoryRules`;
  const answer = await fetch(path, {
    method: "POST",
    body: bomb,
    headers: { "content-type": "application/json", "content-encoding": "gzip" },
  });
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect((await server.residentBytes()) - before).toBeLessThan(100_000_000);
});

it("tells 500 idle clients about a change", { tags: "slow" }, async () => {
  await using served = await serveProject(
    {},
    { env: { PRECEPT_SERVER_LIMITS_CONCURRENCY_PER_CLIENT: "600", PRECEPT_SERVER_LIMITS_CONCURRENCY: "600" } },
  );
  const { dir, server } = served;
  const before = await server.residentBytes();
  const end = new AbortController();
  const clients = await Promise.all(
    Array.from({ length: 500 }, async () => {
      const answer = await callApi(server, "/events?types=rules_changed", { signal: end.signal });
      expect(answer.status).toBe(200);
      return answer;
    }),
  );
  // Two kilobytes of buffers and some objects each.
  expect((await server.residentBytes()) - before).toBeLessThan(150_000_000);
  const received = Promise.all(clients.map(readsRule));
  await writeFile(`${dir}/shop/.precept/rules/react.md`, "---\nname: react\ndescription: React.\n---\nUse hooks.\n");
  expect(new Set(await received)).toEqual(new Set([true]));
  expect(await (await callApi(server, "/resolve", { method: "POST", body: resolveBody })).json()).toMatchObject({
    applied: [{ name: "react" }, { name: "style" }],
  });
  end.abort();
  await setTimeout(200);
  expect((await callApi(server, "/resolve", { method: "POST", body: resolveBody })).status).toBe(200);
});

/** Reads the events of a client until one names the new rule. */
async function readsRule({ body }: Response): Promise<boolean> {
  let text = "";
  const decoder = new TextDecoder();
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    if (text.includes('"react"')) return true;
  }
  return false;
}
