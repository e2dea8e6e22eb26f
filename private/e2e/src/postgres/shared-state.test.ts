import { createClient } from "@precept/client";
import { createPostgresState } from "@precept/store-postgres";
import { describe, expect, inject, it } from "vitest";
import { startServers } from "./start-servers.ts";

const url = inject("postgresUrl");

describe.skipIf(url === undefined)("servers with one PostgreSQL database", () => {
  it("share tokens, limits, advice to agents and the audit log", async () => {
    const { servers, token, schema, precept } = await startServers(2, url ?? "", "limits: { requests_per_minute: 40 }\n");
    const call = (at: number, path: string, body?: object) =>
      fetch(`${servers[at % servers.length]?.url}/api/v1${path}`, {
        method: body === undefined ? "GET" : "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
    const start = performance.now();
    const subjects = [{ text: "soso", file: "a.ts" }];
    for (let at = 0; at < 3; at += 1) await call(at, "/policies/enforce", { subjects, session: "s", tool_use: String(at) });
    const hooks = (await (await call(0, "/policies/soft-hooks")).json()) as { soft_hooks: { ignore_count: number }[] };
    expect(hooks.soft_hooks.map(({ ignore_count: count }) => count)).toEqual([2]);
    // The command line reads what the servers share, too.
    expect(await precept("soft-hooks", "list")).toMatchObject({ soft_hooks: [{ ignore_count: 2 }] });
    expect(await precept("audit", "list", "--soft-hooks")).toMatchObject({ entries: { length: 3 } });
    expect(await precept("audit", "verify")).toMatchObject({ intact: true, logs: [{ entries: 3 }] });
    expect(await precept("approvals", "list")).toEqual({ approvals: [] });
    await createClient({ url: servers[0]?.url ?? "", token }).rules.create({
      name: "money",
      description: "A rule.",
      content: "Cents.",
      scope: "project",
      store: "postgres",
    });
    const verified = (await (await call(1, "/policies/audit/verify")).json()) as { intact: boolean; logs: { entries: number }[] };
    expect(verified).toMatchObject({ intact: true, logs: [{ entries: 3 }] });
    const answers = await Promise.all(Array.from({ length: 60 }, (_, at) => call(at, "/traces")));
    const admitted = answers.filter(({ status }) => status === 200).length + 6;
    // As many as in a minute, and in the time that the calls took.
    expect(admitted).toBeGreaterThanOrEqual(40);
    expect(admitted).toBeLessThanOrEqual(41 + ((performance.now() - start) / 60_000) * 40);
    await using state = createPostgresState({ url: url ?? "", schema });
    const events = await state.log("events", "shop").read({ after: 0, limit: 100 });
    const changes = events.entries.map(({ value }) => value).filter((value) => value.includes("rules_changed"));
    expect(changes).toHaveLength(1);
  });
});
