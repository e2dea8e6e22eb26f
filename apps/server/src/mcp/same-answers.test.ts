import { roles, type Role } from "@precept/contract";
import { policyFile } from "@precept/testing";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { callTool, connectMcp, mcpModes } from "../../test/mcp-client.ts";
import { principalInToken } from "../../test/principal-in-token.ts";
import { ruleFile } from "../../test/rule-file.ts";
import { startTestServer } from "../../test/test-server.ts";

const scopes = ["project", "global", "ann", "bob"] as const;
const headers: readonly (readonly string[])[] = [
  [],
  ['globs: ["*.ts"]'],
  ['globs: ["src/**"]', "priority: 90"],
  ["inclusion: manual"],
  ["inclusion: agentRequested"],
  ["enabled: false"],
];

/** A rule of each kind in each scope. */
const files = Object.fromEntries(
  scopes.flatMap((scope) =>
    headers.map((header, at) => {
      const name = `rule-${scope}-${at}`;
      const dirs = { project: "shop/.precept/rules", global: "home/rules" } as const;
      const dir = scope === "ann" || scope === "bob" ? `home/users/${scope}/rules` : dirs[scope];
      return [`${dir}/${name}.md`, ruleFile(name, header)];
    }),
  ),
);

const policies = {
  "shop/.precept/policies/a.yaml": policyFile({ id: "NO-EVAL" }),
  "shop/.precept/policies/b.yaml": policyFile(),
};

const user = fc.constantFrom("ann", "bob", "");
const role = fc.constantFrom<Role>(...roles);
const names = fc.subarray(
  scopes.flatMap((scope) => headers.map((_, at) => `rule-${scope}-${at}`)).concat("missing", "rule-*-3"),
  {
    maxLength: 3,
  },
);
const paths = fc.subarray(["a.ts", "src/b.css", "README.md"]);

const question = fc.record({ user, role, names, paths, prompt: fc.constantFrom("hello", "fix it", "follow @rule-ann-3") });
const text = fc.record({
  user,
  role,
  code: fc.constantFrom("eval(x)", "fine", "TODO", "bad", "BAD\neval(1)", ""),
  file: fc.constantFrom(undefined, "a.ts", "src/b.py"),
});

async function start() {
  const started = await startTestServer(
    { ...files, ...policies },
    { authenticator: principalInToken, open: { countUse: false } },
  );
  const clients = new Map<string, ReturnType<typeof connectMcp>>();
  const clientOf = async (token: string, mode: (typeof mcpModes)[number]) => {
    const key = `${mode} ${token}`;
    if (!clients.has(key)) clients.set(key, connectMcp(started.server, { mode, token }));
    return clients.get(key) as ReturnType<typeof connectMcp>;
  };
  return { ...started, clientOf };
}

it.each(mcpModes)(
  "MCP and REST apply the same rules, %s",
  async (mode) => {
    const { request, clientOf } = await start();
    await fc.assert(
      fc.asyncProperty(question, async ({ user: own, role: given, names: include, paths: requested, prompt }) => {
        const token = `${own}:${given}`;
        const rest = await request("/resolve", {
          body: { files: requested, include, prompt, format: "compact", max_requestable: 0 },
          token,
        });
        const { applied, prompt: section } = rest.body as { applied: { id: string }[]; prompt: string };
        const answer = await callTool(await clientOf(token, mode), "rules_for_files", {
          files: requested,
          names: include,
          prompt,
        });
        expect(answer).toMatchObject({ prompt: section, total_rules: applied.length });
        expect((answer as { rules: { id: string }[] }).rules.map(({ id }) => id)).toEqual(applied.map(({ id }) => id));
      }),
      { numRuns: 100 },
    );
  },
  60_000,
);

it.each(mcpModes)(
  "MCP and REST come to the same decisions, %s",
  async (mode) => {
    const { request, clientOf } = await start();
    let session = 0;
    await fc.assert(
      fc.asyncProperty(text, fc.boolean(), async ({ user: own, role: given, code, file }, isEnforced) => {
        const token = `${own}:${given}`;
        const subject = { text: code, ...(file !== undefined && { file }) };
        const client = await clientOf(token, mode);
        // Ignored advice is counted per session.
        const name = String((session += 1));
        const body = { subjects: [subject], explain: true, ...(isEnforced && { session: `rest-${name}` }) };
        const rest = await request(isEnforced ? "/policies/enforce" : "/policies/check", { body, token });
        const decision = await callTool(client, "rule_engine", {
          action: isEnforced ? "execute" : "check_violation",
          explain: true,
          context: { code, ...(file !== undefined && { file }), ...(isEnforced && { session: `mcp-${name}` }) },
        });
        expect(withoutIds(decision)).toEqual(withoutIds(rest.body));
      }),
      { numRuns: 100 },
    );
  },
  60_000,
);

/** Removes what differs between two equal decisions: ids of log entries, and soft hooks, which MCP does not return. */
function withoutIds(decision: unknown): unknown {
  const { log_ids: ids, soft_hooks: _hooks, ...rest } = decision as Record<string, unknown> & { log_ids?: string[] };
  return { ...rest, logged: ids?.length };
}
