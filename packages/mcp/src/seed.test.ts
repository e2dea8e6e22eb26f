import { readPolicy } from "@precept/governance";
import { describe, expect, it, vi } from "vitest";
import { metaKeys } from "./names.ts";
import { connected, hostWith, rawClient, snakeCase } from "../test/engine.ts";

// The protocol that this package implements, section by section, in both generations of MCP.

const register = {
  name: "rule_engine",
  arguments: {
    action: "register",
    rule: {
      id: "JCODE-001",
      version: "1.0.0",
      severity: "HIGH",
      category: "constitutional",
      phase: "IMPLEMENTATION",
      handler: "QUICK_FIX",
      match: { pattern: "def [a-z_][a-zA-Z0-9_]*\\(", file_patterns: ["*.py"] },
      message: "Function name must follow snake_case",
      metadata: { owner: "agentic-governance" },
    },
  },
};

const parser = `${"\n".repeat(41)}def parse_Data():\n`;

describe.each([
  ["legacy", "rule_engine:JCODE-001"],
  ["modern", "rule_engine.JCODE-001"],
] as const)("seed 1 and 6: the protocol, %s", (era, tool) => {
  it("seed 1.2: one tool `rule_engine`, with three actions, a rule, a phase and a context", async () => {
    const client = await rawClient(await hostWith(), era);
    const { tools } = await client.listTools();
    expect(tools).toMatchObject([
      {
        name: "rule_engine",
        inputSchema: {
          type: "object",
          properties: {
            action: { type: "string", enum: expect.arrayContaining(["register", "execute", "check_violation"]) },
            rule: { type: "object" },
            phase: { type: "string", enum: ["ANALYSIS", "TASKS", "IMPLEMENTATION", "REVIEW", "TEST"] },
            context: { type: "object" },
          },
          required: ["action"],
        },
      },
    ]);
  });

  it("seed 6.1: `tools/call` registers a rule, which then has a tool", async () => {
    const client = await rawClient(await hostWith(), era);
    const { isError, structuredContent } = await client.callTool(register);
    expect(isError).toBeUndefined();
    expect(structuredContent).toMatchObject({ accepted: true, rule_ids: ["JCODE-001"], tools: [tool] });
    const { tools } = await client.request({ method: "tools/list", params: { phase: "IMPLEMENTATION" } });
    expect(tools.map(({ name }) => name)).toEqual(["rule_engine", tool]);
  });

  it("seed 6.1: an invalid rule is rejected with diagnostics, and changes nothing", async () => {
    const client = await rawClient(await hostWith(), era);
    const rule = { ...register.arguments.rule, severity: "URGENT" };
    const { isError, structuredContent } = await client.callTool({
      name: "rule_engine",
      arguments: { action: "register", rule },
    });
    expect(isError).toBe(true);
    expect(structuredContent).toMatchObject({ accepted: false, rule_ids: [], diagnostics: [{ code: "policy/invalid-value" }] });
    expect((await client.request({ method: "tools/list", params: { phase: "IMPLEMENTATION" } })).tools).toHaveLength(1);
  });

  it("seed 6.2: `tools/list` with a phase lists the rules of that phase, with phase, severity and handler", async () => {
    const client = await connected(await hostWith(snakeCase), era);
    expect((await client.listTools("IMPLEMENTATION"))[1]).toMatchObject({
      name: tool,
      description: "Check snake_case function naming",
      inputSchema: { type: "object", properties: { code: { type: "string" }, file: { type: "string" } } },
      annotations: { phase: "IMPLEMENTATION", severity: "HIGH", handler: "QUICK_FIX" },
    });
    expect((await client.listTools("REVIEW")).map(({ name }) => name)).toEqual(["rule_engine"]);
  });

  it("seed 6.2: `_meta` describes the rule too, for clients that drop unknown annotations", async () => {
    const client = await rawClient(await hostWith(snakeCase), era);
    const [, listed] = (await client.request({ method: "tools/list", params: { phase: "IMPLEMENTATION" } })).tools;
    expect(listed?._meta?.[metaKeys.policy]).toEqual({
      id: "JCODE-001",
      version: "1.0.0",
      phase: "IMPLEMENTATION",
      severity: "HIGH",
      handler: "QUICK_FIX",
    });
  });

  it("seed 6.2: the phase can be in `params.phase` or in `_meta`", async () => {
    const client = await rawClient(await hostWith(snakeCase), era);
    const namesWith = async (params: Record<string, unknown>): Promise<readonly string[]> =>
      (await client.request({ method: "tools/list", params })).tools.map(({ name }) => name);
    expect(await namesWith({ phase: "IMPLEMENTATION" })).toEqual(["rule_engine", tool]);
    expect(await namesWith({ phase: "REVIEW" })).toEqual(["rule_engine"]);
    expect(await namesWith({ _meta: { [metaKeys.phase]: "REVIEW" } })).toEqual(["rule_engine"]);
    expect(await namesWith({ _meta: { [metaKeys.phase]: "IMPLEMENTATION" } })).toEqual(["rule_engine", tool]);
    expect(await namesWith({})).toEqual(["rule_engine"]);
  });

  it("seed 6.2: the tool of a rule checks a text with that rule", async () => {
    const client = await rawClient(await hostWith(snakeCase), era);
    const { structuredContent } = await client.callTool({ name: tool, arguments: { code: parser, file: "src/parser.py" } });
    expect(structuredContent).toMatchObject({
      action: "QUICK_FIX",
      violations: [{ rule_id: "JCODE-001", file: "src/parser.py", line: 42 }],
      fixes: [{ file: "src/parser.py", text: parser.replace("parse_Data", "parse_data") }],
    });
  });

  it("seed 6.3: `notifications/ops/priority` reports a violation", async () => {
    const client = await connected(await hostWith(snakeCase), era);
    const heard: unknown[] = [];
    client.onPriority((notification) => heard.push(notification));
    await client.execute(parser, { file: "src/parser.py", phase: "IMPLEMENTATION" });
    await vi.waitFor(() => expect(heard).not.toEqual([]));
    expect(heard).toEqual([
      {
        rule_id: "JCODE-001",
        violation: {
          location: "src/parser.py:42",
          message: "Function 'parse_Data' violates snake_case rule",
          suggestion: "Rename to 'parse_data'",
        },
        priority: "P1",
        handler: "QUICK_FIX",
      },
    ]);
  });
});

const constitution = [
  {
    id: "CONSTITUTION-001",
    version: "1.0.0",
    severity: "CRITICAL",
    category: "constitutional",
    phase: "ANALYSIS",
    handler: "QUICK_FIX",
    match: { pattern: "Analyzer.*suggest|Planner.*implement" },
    message: "Agent attempted to exceed role boundaries",
    metadata: { human_in_loop: true },
  },
  {
    id: "CONSTITUTION-002",
    version: "1.0.0",
    severity: "CRITICAL",
    category: "process",
    phase: "REVIEW",
    handler: "TERMINATE",
    match: { pattern: "iteration\\s*=\\s*(\\d+)(?!\\s*\\+\\s*\\+)" },
    message: "Iteration counter not incremented",
    metadata: { constitutional_basis: "AGENT_CONSTITUTION.md#6" },
  },
];

describe.each(["legacy", "modern"] as const)("seed 7: the client, %s", (era) => {
  it("seed 7.1: registers a rule as an object, a parsed policy and YAML", async () => {
    const client = await connected(await hostWith(), era);
    expect(await client.registerRule(snakeCase)).toMatchObject({ accepted: true, rule_ids: ["JCODE-001"] });
    const { policy = {} } = readPolicy({ ...snakeCase, version: "1.1.0" });
    expect(await client.registerRule(policy)).toMatchObject({ accepted: true, rule_ids: ["JCODE-001"] });
    expect(await client.registerRule(`rule: ${JSON.stringify({ ...snakeCase, id: "JCODE-002" })}`)).toMatchObject({
      accepted: true,
      rule_ids: ["JCODE-002"],
    });
  });

  it("seed 7.1: checks code in a phase; the action is that of the most urgent violation, or PASS", async () => {
    const client = await connected(await hostWith(snakeCase, ...constitution), era);
    expect(await client.checkViolation("def parse_data():", { file: "a.py", phase: "IMPLEMENTATION" })).toMatchObject({
      action: "PASS",
      violations: [],
      passed: ["JCODE-001"],
    });
    expect(await client.checkViolation("def parse_Data(): iteration = 3", { file: "a.py" })).toMatchObject({
      action: "TERMINATE",
      violations: [{ rule_id: "JCODE-001" }, { rule_id: "CONSTITUTION-002" }],
    });
  });

  it("seed 7.2: constitutional rules stop a task or notify a human, each in its phase", async () => {
    const client = await connected(await hostWith(), era);
    for (const rule of constitution) expect(await client.registerRule(rule)).toMatchObject({ accepted: true });
    const planner = "The Planner should implement this.\niteration = 3";
    expect(await client.execute(planner, { phase: "REVIEW" })).toMatchObject({
      action: "TERMINATE",
      stops: true,
      iteration_penalty: "MAX",
      violations: [{ rule_id: "CONSTITUTION-002" }],
    });
    expect(await client.execute(planner, { phase: "ANALYSIS" })).toMatchObject({
      action: "QUICK_FIX",
      stops: false,
      notifies_human: true,
      violations: [{ rule_id: "CONSTITUTION-001" }],
    });
    expect(await client.execute(planner, { phase: "TASKS" })).toMatchObject({ action: "PASS" });
  });
});
