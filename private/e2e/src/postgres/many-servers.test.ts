import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRule } from "@precept/core";
import { openWorkspace, type Workspace } from "@precept/workspace";
import { describe, expect, inject, it, onTestFinished, vi } from "vitest";

const url = inject("postgresUrl");

/** Opens a project as each of several servers does: with directories of their own, and one database. */
async function openServers(count: number, isTrusted: boolean = true): Promise<readonly Workspace[]> {
  const schema = `e2e_${crypto.randomUUID().slice(0, 8)}`;
  vi.stubEnv("PRECEPT_TEST_DATABASE", url ?? "");
  return Promise.all(
    Array.from({ length: count }, async () => {
      const dir = await mkdtemp(join(tmpdir(), "precept-server-"));
      await mkdir(join(dir, ".precept"));
      const config = `store: { postgres: { urlEnv: PRECEPT_TEST_DATABASE, schema: ${schema} } }\nproject: shop\n`;
      await writeFile(join(dir, ".precept/config.yaml"), config);
      const home = join(dir, "home");
      const workspace = await openWorkspace(dir, { home, watch: true, ...(isTrusted && { trustedDirs: [dir] }) });
      onTestFinished(async () => {
        await workspace[Symbol.asyncDispose]();
        await rm(dir, { recursive: true, force: true });
      });
      return workspace;
    }),
  );
}

describe.skipIf(url === undefined)("servers with one PostgreSQL database", () => {
  it("all answer with a rule that one of them saved", async () => {
    const servers = await openServers(3);
    const [first] = servers as [Workspace];
    await Promise.all(servers.map((server) => server.resolve({ files: ["a.ts"] })));
    const rule = createRule({ id: "money", name: "money", content: "Amounts are in cents." });
    await first.storeFor("project", "postgres").save(rule);
    for (const server of servers) {
      await vi.waitFor(async () => {
        const { applied } = await server.resolve({ files: ["a.ts"] });
        expect(applied.map((one) => one.rule.name)).toEqual(["money"]);
      }, 10_000);
    }
  });

  it("is not used by a project that the user does not trust", async () => {
    const [server] = (await openServers(1, false)) as unknown as [Workspace];
    expect(server.settings.postgres).toBeUndefined();
    expect((await server.diagnostics()).map(({ code }) => code)).toContain("config/not-trusted");
  });
});
