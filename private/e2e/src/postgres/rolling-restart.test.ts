import { setTimeout } from "node:timers/promises";
import { describe, expect, inject, it } from "vitest";
import { startServers } from "./start-servers.ts";

const url = inject("postgresUrl");

/** How often the load balancer asks whether a server is ready, in milliseconds. */
const checkMs = 100;

describe.skipIf(url === undefined)("servers that are restarted one after the other", () => {
  it("refuse no request and undo no write, behind a load balancer that asks for /readyz", { tags: "slow" }, async () => {
    const { servers, token, restart } = await startServers(
      2,
      url ?? "",
      "shutdown_delay: 1\nlimits: { requests_per_minute: 100000 }\n",
    );
    const urls = servers.map((server) => server.url);
    const ready = new Set(urls);
    const end = new AbortController();
    const check = async (address: string): Promise<void> => {
      while (!end.signal.aborted) {
        const isReady = await fetch(`${address}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        );
        if (isReady) ready.add(address);
        else ready.delete(address);
        await setTimeout(checkMs);
      }
    };
    const failures: string[] = [];
    const counts = new Map<string, number>();
    let turn = 0;
    /** Sends a request to the next ready server. Without an answer, the text is empty. */
    const send = async (path: string, init: RequestInit = {}): Promise<{ text: string; position: string }> => {
      const all = [...ready];
      const address = all[(turn += 1) % all.length] ?? "";
      counts.set(address, (counts.get(address) ?? 0) + 1);
      const headers = { authorization: `Bearer ${token}`, "content-type": "application/json", ...init.headers };
      try {
        const response = await fetch(`${address}/api/v1${path}`, { ...init, headers });
        const text = await response.text();
        if (!response.ok) failures.push(`${init.method} ${path} at ${urls.indexOf(address)}: ${response.status} ${text}`);
        return { text, position: response.headers.get("precept-position") ?? "" };
      } catch (error) {
        failures.push(`${init.method} ${path} at ${urls.indexOf(address)}: ${String(error)} ${String((error as Error).cause)}`);
        return { text: "", position: "" };
      }
    };
    const work = async (name: string): Promise<void> => {
      const path = `/rules/${name}?scope=project`;
      const text = (value: number): string => `Value ${value} of ${name}.`;
      const rule = { name, description: "A rule.", content: text(0), scope: "project", store: "postgres", force: true };
      // Each request has the position of the last write, so that any server finds it.
      let { position } = await send("/rules", { method: "POST", body: JSON.stringify(rule) });
      for (let value = 1; !end.signal.aborted; value += 1) {
        const body = JSON.stringify({ content: text(value) });
        const written = await send(path, { method: "PUT", body, headers: { "precept-position": position } });
        position = written.position;
        const read = await send(path, { method: "GET", headers: { "precept-position": position } });
        if (!read.text.includes(text(value))) failures.push(`${name} is not ${value}: ${read.text}`);
        await send("/resolve", { method: "POST", body: JSON.stringify({ files: ["a.ts"] }) });
      }
    };
    const running = [...urls.map(check), ...["a", "b", "c", "d"].map(work)];
    await setTimeout(1000);
    for (const at of [0, 1]) {
      expect(await restart(at)).toBe(0);
      await expect.poll(() => ready.size, { timeout: 10_000 }).toBe(2);
      await setTimeout(500);
    }
    end.abort();
    await Promise.all(running);
    expect(failures.slice(0, 5)).toEqual([]);
    for (const address of urls) expect(counts.get(address)).toBeGreaterThan(50);
  });
});
