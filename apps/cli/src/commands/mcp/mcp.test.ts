import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { connectRuleEngine } from "@precept/mcp/client";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createProject } from "../../testing/precept-in.ts";

const program = ["--conditions=@precept/source", join(import.meta.dirname, "../../main.ts"), "mcp"];

const forcePush = `
rule:
  id: GIT-FORCE-PUSH
  severity: HIGH
  phase: IMPLEMENTATION
  match: { pattern: '\\bpush (?:--force|-f)(?=\\s|$)', context_filter: { subject: command } }
  message: "{match} overwrites what others have pushed."
  fix: { replacement: push --force-with-lease }
  tests: { valid: [git push], invalid: [git push -f] }
`;

const secret = { id: "NO-SECRET", severity: "CRITICAL", phase: "REVIEW", match: { pattern: "hunter2" }, message: "A secret." };

async function createGovernedProject(policies = forcePush): Promise<string> {
  return (await createProject({ ".precept/policies/git.yaml": policies })).dir;
}

function environment(dir: string): Record<string, string> {
  return { ...(process.env as Record<string, string>), PRECEPT_HOME: join(dir, "no-home") };
}

describe.each(["legacy", "modern"] as const)("precept mcp, to a %s client", (era) => {
  it("registers, lists by phase, executes, checks and tells of violations, over the project's policies", async () => {
    const dir = await createGovernedProject();
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [...program, "--root", dir],
      env: environment(dir),
    });
    const client = await connectRuleEngine(transport, { modern: era === "modern" });
    onTestFinished(() => client.close());
    const heard: unknown[] = [];
    client.onPriority((notification) => heard.push(notification));
    const idsIn = async (phase: "IMPLEMENTATION" | "REVIEW") => (await client.listTools(phase)).map(({ name }) => name.slice(12));
    expect(await client.registerRule(secret)).toMatchObject({ accepted: true });
    expect(await idsIn("IMPLEMENTATION")).toEqual(["", "GIT-FORCE-PUSH"]);
    expect(await idsIn("REVIEW")).toEqual(["", "NO-SECRET"]);
    const command = { phase: "IMPLEMENTATION", context: { subject: "command" } } as const;
    expect(await client.checkViolation("git push -f", command)).toMatchObject({ action: "QUICK_FIX" });
    expect(await client.execute("git push -f", command)).toMatchObject({
      action: "QUICK_FIX",
      fixes: [{ text: "git push --force-with-lease" }],
      log_ids: [expect.stringMatching(/^RULE-\d{8}-001$/) as string],
    });
    await vi.waitFor(() => expect(heard).toMatchObject([{ rule_id: "GIT-FORCE-PUSH", priority: "P1" }]));
  });
});

it("puts nothing but the protocol on standard output, whatever there is to say, and ends with its client", async () => {
  const dir = await createGovernedProject("rule: { id: BROKEN }");
  const child = spawn(process.execPath, [...program, "--root", dir, "--json"], { env: environment(dir) });
  onTestFinished(() => void child.kill());
  const [out, err, ended] = [text(child.stdout), text(child.stderr), once(child, "close")];
  const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1.0.0" } };
  child.stdin.write(`not a message\n${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params })}\n`);
  await once(child.stdout, "data");
  child.stdin.end();
  expect(await ended).toEqual([0, null]);
  const lines = (await out).trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { jsonrpc: "2.0", id: 1, result: { serverInfo: { name: "precept" } } },
  ]);
  expect(await err).toContain("policy/missing-field");
});

it("lets clients only check where they must not register", async () => {
  const dir = await createGovernedProject();
  const args = [...program, "--root", dir, "--no-register", "--phase", "REVIEW"];
  const client = await connectRuleEngine(new StdioClientTransport({ command: process.execPath, args, env: environment(dir) }));
  onTestFinished(() => client.close());
  await expect(client.registerRule(secret)).rejects.toMatchObject({ code: "RULE_ENGINE_REFUSED" });
  expect(await client.listTools()).toHaveLength(1);
});
