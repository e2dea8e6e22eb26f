import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../../../test/test-server.ts";

const rule = "---\nname: money\ndescription: Amounts\npriority: 80\n---\nAn amount is an integer number of cents.\n";
const files = { "shop/.precept/rules/money.md": rule };

interface Plan {
  readonly plan: string;
  readonly tools: readonly string[];
  readonly changes: readonly {
    readonly kind: string;
    readonly path: string;
    readonly before: string | null;
    readonly after: string | null;
  }[];
  readonly unchanged: number;
  readonly notes: readonly { readonly kind: string; readonly subject: string; readonly message: string }[];
  readonly needs_yes: object | null;
}

async function plan({ request }: TestServer, body: object): Promise<Plan> {
  const answer = await request("/transfer/plan", { body });
  expect(answer.status).toBe(200);
  return answer.body as Plan;
}

function kinds({ changes }: Plan): object {
  return Object.fromEntries(changes.map(({ path, kind }) => [path, kind]));
}

describe("transfers", () => {
  it("plan an export with its texts and losses, apply it, and revert it", async () => {
    const server = await startTestServer(files);
    const dir = join(server.project.dir, "shop");
    const action = { action: "export", tools: ["cursor"], lossy: true };
    const planned = await plan(server, action);
    expect(planned).toMatchObject({
      tools: ["cursor"],
      changes: [{ kind: "create", path: ".cursor/rules/money.mdc", before: null }],
    });
    expect(planned.notes).toMatchObject([
      { kind: "reduced", subject: "money", message: expect.stringContaining("priorit") as string },
    ]);
    const applied = await server.request("/transfer/apply", { body: { ...action, plan: planned.plan } });
    expect(applied).toMatchObject({ status: 200, body: { written: [".cursor/rules/money.mdc"], not_written: [] } });
    expect(await readFile(join(dir, ".cursor/rules/money.mdc"), "utf8")).toBe(planned.changes[0]?.after);
    expect(await plan(server, action)).toMatchObject({ changes: [], unchanged: 1 });

    const revert = await plan(server, { action: "revert" });
    expect(kinds(revert)).toEqual({ ".cursor/rules/money.mdc": "remove" });
    expect(revert.changes[0]).toMatchObject({ before: planned.changes[0]?.after, after: null });
    await server.request("/transfer/apply", { body: { action: "revert", plan: revert.plan } });
    await expect(readFile(join(dir, ".cursor/rules/money.mdc"))).rejects.toThrow("ENOENT");
    expect(await plan(server, { action: "revert" })).toMatchObject({ changes: [] });
  });

  it("import the files of tools, without those that are rules already", async () => {
    const server = await startTestServer({ ...files, "shop/CLAUDE.md": "Written by hand.\n" });
    const planned = await plan(server, { action: "import", tools: ["claude"] });
    expect(planned.changes).toMatchObject([{ kind: "create", message: "from CLAUDE.md" }]);
    await server.request("/transfer/apply", { body: { action: "import", tools: ["claude"], plan: planned.plan } });
    const rules = await server.workspace.list();
    expect(rules.find(({ content }) => content.includes("Written by hand."))?.origin).toMatchObject({ dialect: "precept" });
    expect(await plan(server, { action: "import" })).toMatchObject({ changes: [] });
  });

  it("write nothing if a file changed since the plan was shown, or the request is another one", async () => {
    const server = await startTestServer(files);
    const path = join(server.project.dir, "shop/.cursor/rules/money.mdc");
    const action = { action: "export", tools: ["cursor"], lossy: true };
    await server.request("/transfer/apply", { body: { ...action, plan: (await plan(server, action)).plan } });
    await writeFile(path, "Edited.\n");
    await server.workspace.reload();
    const force = [".cursor/rules/money.mdc"];
    const [blocked, forced] = [await plan(server, action), await plan(server, { ...action, force })];
    expect(blocked.changes).toMatchObject([{ kind: "blocked", can_force: true, message: "edited since it was exported" }]);
    expect(kinds(forced)).toEqual({ ".cursor/rules/money.mdc": "update" });
    const apply = (id: string) => server.request("/transfer/apply", { body: { ...action, force, plan: id } });
    expect(await apply(blocked.plan)).toMatchObject({ status: 409, body: { code: "PLAN_CHANGED" } });
    await writeFile(path, "Edited since.\n");
    expect(await apply(forced.plan)).toMatchObject({ status: 409, body: { code: "PLAN_CHANGED" } });
    expect(await readFile(path, "utf8")).toBe("Edited since.\n");
  });

  it("delete many files only after the user has agreed", async () => {
    const rules = Object.fromEntries(
      Array.from({ length: 7 }, (_, at) => [
        `shop/.precept/rules/r${at}.md`,
        rule.replace("money", `r${at}`).replace("integer", `integer${at}`),
      ]),
    );
    const server = await startTestServer(rules);
    const action = { action: "export", tools: ["cursor"], lossy: true };
    await server.request("/transfer/apply", { body: { ...action, plan: (await plan(server, action)).plan } });
    for (const path of Object.keys(rules)) await rm(join(server.project.dir, path));
    await server.workspace.reload();
    const planned = await plan(server, action);
    expect(planned.needs_yes).toMatchObject({ paths: { length: 7 }, foreign: [] });
    const apply = (confirmed: boolean) =>
      server.request("/transfer/apply", { body: { ...action, plan: planned.plan, confirmed } });
    expect(await apply(false)).toMatchObject({ status: 409, body: { code: "TRANSFER_NEEDS_YES" } });
    expect(await apply(true)).toMatchObject({ status: 200, body: { written: { length: 7 } } });
  });

  it("answer with the texts of the named files only", async () => {
    const server = await startTestServer(files);
    const { changes } = await plan(server, { action: "export", tools: ["cursor"], lossy: true, show: [] });
    expect(changes).toMatchObject([{ after: null, has_texts: false }]);
  });

  it("are refused in a read-only workspace", async () => {
    const server = await startTestServer(files, { open: { readOnly: true } });
    const planned = await plan(server, { action: "import" });
    const answer = await server.request("/transfer/apply", { body: { action: "import", plan: planned.plan } });
    expect(answer).toMatchObject({ status: 403, body: { code: "WORKSPACE_READ_ONLY" } });
  });
});
