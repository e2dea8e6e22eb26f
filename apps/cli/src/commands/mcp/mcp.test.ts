import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, openSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { connectRuleEngine } from "@precept/mcp/client";
import { preceptProgram } from "@precept/testing/program";
import { anyCodePoint } from "@precept/testing";
import * as fc from "fast-check";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createProject } from "../../../test/precept-in.ts";

const program = [preceptProgram(), "mcp"];

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

const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1.0.0" } };

const secret = { id: "NO-SECRET", severity: "CRITICAL", phase: "REVIEW", match: { pattern: "hunter2" }, message: "A secret." };

async function createGovernedProject(policies = forcePush): Promise<string> {
  return (await createProject({ ".precept/policies/git.yaml": policies })).dir;
}

function environment(dir: string): Record<string, string> {
  return { ...(process.env as Record<string, string>), PRECEPT_HOME: join(dir, "no-home") };
}

describe.each(["legacy", "modern"] as const)("precept mcp, to a %s client", (era) => {
  it("registers, lists by phase, executes, checks and notifies, with the policies of the project", async () => {
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
    const idsIn = async (phase: "IMPLEMENTATION" | "REVIEW") =>
      (await client.listTools(phase)).flatMap(({ name }) => /^rule_engine[:.]?(.*)/.exec(name)?.slice(1) ?? []);
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
    await vi.waitFor(() => expect(heard).toMatchObject([{ rule_id: "GIT-FORCE-PUSH", priority: "P1" }]), { timeout: 30_000 });
  });
});

const rule = (name: string, content: string, header = "") =>
  `---\nname: ${name}\ndescription: About ${name}\n${header}---\n${content}\n`;

describe.each(["legacy", "modern"] as const)("precept mcp with rules, to a %s client", (era) => {
  async function connect(dir: string, ...options: readonly string[]) {
    const client = new Client(
      { name: "test", version: "1.0.0" },
      { versionNegotiation: { mode: era === "modern" ? "auto" : "legacy" } },
    );
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [...program, "--root", dir, ...options],
      env: environment(dir),
      stderr: "pipe",
    });
    let stderr = "";
    transport.stderr?.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
    await client.connect(transport);
    onTestFinished(() => client.close());
    const call = async (name: string, args: Record<string, unknown> = {}) => {
      const { isError = false, content } = await client.callTool({ name, arguments: args });
      const [first] = content;
      return { isError, text: first?.type === "text" ? first.text : "" };
    };
    return { client, call, stderr: () => stderr };
  }

  it("answers with the rules for files, and tells its client of a rule that is edited on disk", async () => {
    const { dir } = await createProject({
      ".precept/rules/style.md": rule("style", "Use named exports."),
      ".precept/rules/for-claude.md": rule("for-claude", "Only for Claude.", "targets: [claude]\n"),
      ".precept/rules/broken.md": "---\nname: [\n---\n",
    });
    const { client, call, stderr } = await connect(dir, "--tool", "cursor");
    expect(client.getInstructions()).toContain("rules_for_files");
    expect((await call("rules_for_files", { files: ["src/a.ts"] })).text).toContain("Use named exports.");
    expect((await call("explain_rule", { name: "for-claude" })).text).toContain("only for claude, not for cursor");
    await vi.waitFor(() => expect(stderr()).toContain(".precept/rules/broken.md"));
    const heard: string[] = [];
    client.setNotificationHandler("notifications/resources/updated", (notification) => void heard.push(notification.params.uri));
    const uri = "rules://rule/style";
    if (era === "modern") await client.listen({ resourceSubscriptions: [uri] });
    else await client.subscribeResource({ uri });
    await writeFile(join(dir, ".precept/rules/style.md"), rule("style", "Use default exports."));
    await vi.waitFor(() => expect(heard).toContain(uri), { timeout: 20_000 });
    expect((await call("rules_for_files")).text).toContain("Use default exports.");
  });

  it("is one session for each process", { tags: "slow" }, async () => {
    const { dir } = await createProject({ ".precept/rules/style.md": rule("style", "Use named exports.") });
    const [one, other] = await Promise.all([connect(dir), connect(dir)]);
    expect((await one.call("remember_rule", { name: "plan", content: "The secret plan." })).isError).toBe(false);
    expect((await one.call("rules_for_files")).text).toContain("The secret plan.");
    expect((await other.call("rules_for_files", { names: ["*"] })).text).not.toContain("secret");
    expect(await other.call("get_rule", { name: "plan" })).toMatchObject({ isError: true });
  });

  it("lists few tools, and others that are asked for", { tags: "slow" }, async () => {
    const { dir } = await createProject({
      ".precept/rules/style.md": rule("style", "x"),
      ".precept/policies/git.yaml": forcePush,
    });
    const namesWith = async (...options: readonly string[]): Promise<readonly string[]> =>
      (await (await connect(dir, ...options)).client.listTools()).tools.map(({ name }) => name);
    const [few, some, all] = await Promise.all([
      namesWith("--session-type", "main"),
      namesWith("--tools", "search_rules,rules_for_files", "--tools", "get_rule"),
      namesWith("--tools", "all", "--policy-tools"),
    ]);
    expect(few).toEqual(["rules_for_files", "remember_rule", "remember", "note", "rule_engine"]);
    expect(some).toEqual(["rules_for_files", "get_rule", "search_rules"]);
    expect(all).toEqual([
      "rules_for_files",
      "request_rules",
      "get_rule",
      "explain_rule",
      "search_rules",
      "remember_rule",
      "rule_engine",
      "rule_engine-GIT-FORCE-PUSH",
    ]);
  });

  it("lets clients change nothing with --read-only", { tags: "slow" }, async () => {
    const { dir } = await createProject({ ".precept/rules/style.md": rule("style", "Use named exports.") });
    const { client, call } = await connect(dir, "--read-only", "--answer-characters", "4000");
    expect((await client.listTools()).tools.map(({ name }) => name)).not.toContain("remember_rule");
    await expect(call("remember_rule", { name: "x", content: "x" })).rejects.toThrow("Unknown tool");
    expect(await call("rule_engine", { action: "register", rule: secret })).toMatchObject({ isError: true });
  });
});

it("writes only the protocol to standard output, and ends with its client", async () => {
  const dir = await createGovernedProject("rule: { id: BROKEN }");
  const child = spawn(process.execPath, [...program, "--root", dir], { env: environment(dir) });
  onTestFinished(() => void child.kill());
  const [out, err, ended] = [text(child.stdout), text(child.stderr), once(child, "close")];
  let received = "";
  child.stdout.on("data", (chunk) => (received += String(chunk)));
  child.stdin.write(`not a message\n${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params })}\n`);
  await vi.waitFor(() => expect(received).toContain('"id":1'), { timeout: 30_000 });
  child.stdin.end();
  expect(await ended).toEqual([0, null]);
  const lines = (await out).trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { jsonrpc: "2.0", id: null, error: { code: -32700 } },
    { jsonrpc: "2.0", id: 1, result: { serverInfo: { name: "precept" } } },
  ]);
  expect(await err).toContain("policy/missing-field");
});

it.each([["rule_for_files"], ["all,rule_for_files"], [""]])("names the tools that exist if one is unknown: %j", async (names) => {
  const { precept } = await createProject({});
  const { code, err } = await precept(["mcp", "--tools", names]);
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining("rules_for_files, request_rules") as string });
});

it("refuses registration with --no-register", { tags: "slow" }, async () => {
  const dir = await createGovernedProject();
  const args = [...program, "--root", dir, "--no-register", "--policy-tools", "--phase", "REVIEW"];
  const client = await connectRuleEngine(new StdioClientTransport({ command: process.execPath, args, env: environment(dir) }));
  onTestFinished(() => client.close());
  await expect(client.registerRule(secret)).rejects.toMatchObject({ code: "RULE_ENGINE_REFUSED" });
  const names = (await client.listTools()).map(({ name }) => name);
  expect(names.filter((name) => name.startsWith("rule_engine"))).toEqual(["rule_engine"]);
});

describe("precept mcp, whatever its client writes", () => {
  /** Serves a project, and sends it lines. */
  async function serve() {
    const dir = await createGovernedProject();
    const child = spawn(process.execPath, [...program, "--root", dir], { env: environment(dir) });
    onTestFinished(() => void child.kill());
    const answers = new Map<unknown, { result?: object; error?: { code: number; message: string } }>();
    const errors: number[] = [];
    void (async () => {
      for await (const line of createInterface({ input: child.stdout })) {
        const answer = JSON.parse(line) as { id: unknown; error?: { code: number; message: string } };
        if (answer.id === null) errors.push(answer.error?.code ?? 0);
        else answers.set(answer.id, answer);
      }
    })();
    child.stderr.resume();
    const write = async (line: string | Uint8Array): Promise<void> => {
      if (!child.stdin.write(Buffer.concat([Buffer.from(line as string), Buffer.from("\n")]))) await once(child.stdin, "drain");
    };
    const answer = (id: unknown) =>
      vi.waitFor(() => answers.get(id) ?? Promise.reject(new Error(`No answer to ${String(id)}`)), 20_000);
    await write(JSON.stringify({ jsonrpc: "2.0", id: "init", method: "initialize", params }));
    await answer("init");
    await write(JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" }));
    return { child, write, answer, errors, answers };
  }

  const ping = (id: number): string => JSON.stringify({ jsonrpc: "2.0", id, method: "ping" });

  it("answers a line of 11 MB with an error, and the next request", { tags: "slow" }, async () => {
    const { child, write, answer, errors } = await serve();
    const long = "x".repeat(11 * 1024 * 1024);
    await write(long);
    await write(ping(1));
    expect(await answer(1)).toMatchObject({ result: {} });
    expect(errors).toEqual([-32600]);
    const call = { name: "rule-engine", arguments: { long } };
    await write(JSON.stringify({ method: "tools/call", params: call, jsonrpc: "2.0", id: 2 }));
    expect(await answer(2)).toMatchObject({ error: { code: -32600, message: expect.stringContaining("longer than") as string } });
    await write(ping(3));
    expect(await answer(3)).toMatchObject({ result: {} });
    child.stdin.end();
    expect(await once(child, "close")).toEqual([0, null]);
  });

  it("answers every valid request between malformed lines", { tags: "slow" }, async () => {
    const { write, answer, errors } = await serve();
    const valid = ping(0);
    const malformed = fc.oneof(
      fc.uint8Array({ minLength: 1, maxLength: 200 }),
      fc.string({ unit: anyCodePoint, minLength: 1 }),
      fc.json(),
      fc.nat(valid.length - 1).map((length) => valid.slice(0, length)),
      fc
        .tuple(fc.nat(valid.length), fc.constantFrom("\u0000", '"', "}", "\u2028", "\\"))
        .map(([at, inserted]) => valid.slice(0, at) + inserted + valid.slice(at)),
      fc.constantFrom(
        "[]",
        `[${valid}]`,
        "null",
        "\u0000",
        '{"jsonrpc":"2.0","id":null,"error":{}}',
        '{"jsonrpc":"2.0","id":{},"method":"ping"}',
      ),
      fc.constantFrom("[", '{"a":', '"').map((unit) => unit.repeat(20_000)),
    );
    const requests = 300;
    const { seed = 1 } = fc.readConfigureGlobal();
    const lines = fc.sample(malformed, { seed, numRuns: requests });
    for (const [at, line] of lines.entries()) {
      // A line feed would cut the line into several.
      await write(Buffer.from(line as string).map((byte) => (byte === 0x0a ? 0x20 : byte)));
      await write(ping(at + 1));
    }
    for (let id = 1; id <= requests; id += 1) expect(await answer(id)).toMatchObject({ result: {} });
    expect(errors.length).toBeGreaterThan(requests / 2);
  });

  it("ends with exit code 0 when its client no longer reads", async () => {
    const { child, write } = await serve();
    child.stdout.destroy();
    const closed = once(child, "close");
    child.stdin.on("error", () => undefined);
    for (let id = 1; child.exitCode === null && id < 500; id += 1) {
      void write(ping(id)).catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    expect(await closed).toEqual([0, null]);
  });
});

it.skipIf(!existsSync("/dev/full"))("ends with an exit code other than 0 when its output cannot be written", async () => {
  const { dir } = await createProject({});
  const full = openSync("/dev/full", "w");
  const child = spawn(process.execPath, [...program, "--root", dir], { env: environment(dir), stdio: ["pipe", full, "ignore"] });
  onTestFinished(() => {
    child.kill();
    closeSync(full);
  });
  const closed = once(child, "close");
  child.stdin?.on("error", () => undefined);
  child.stdin?.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" })}\n`);
  expect(await closed).toEqual([3, null]);
});
