import { metrics, SpanStatusCode, trace } from "@opentelemetry/api";
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import { InMemorySpanExporter, NodeTracerProvider, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-node";
import { runHook } from "@precept/agent-hooks";
import { createRulesMiddleware } from "@precept/middleware";
import { createProject } from "@precept/testing";
import { openLazyWorkspace, openWorkspace } from "@precept/workspace";
import { beforeEach, describe, expect, it } from "vitest";

/** A text that must not be in anything that is recorded. */
const canary = "canary-51d7";

const policy = `id: NO-EVAL
severity: CRITICAL
match: { pattern: 'eval\\(' }
message: Do not use eval. ${canary}-policy
`;

const files = {
  ".precept/rules/style.md": `---\nname: style\ndescription: Style.\n---\nUse named exports. ${canary}-rule\n`,
  ".precept/policies/no-eval.yaml": policy,
};

// The SDK of the program. The API accepts one for each process.
const spans = new InMemorySpanExporter();
new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] }).register();
const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
const meters = new MeterProvider({ readers: [new PeriodicExportingMetricReader({ exporter })] });
metrics.setGlobalMeterProvider(meters);

beforeEach(() => spans.reset());

/** Runs work in a span of the program. Returns what is below it, as `parent > child`. */
async function traceProgram(work: () => Promise<unknown>): Promise<readonly string[]> {
  const tracer = trace.getTracer("program");
  await tracer.startActiveSpan("agent", async (span) => {
    await work();
    span.end();
  });
  const finished = spans.getFinishedSpans();
  const names = new Map(finished.map((span) => [span.spanContext().spanId, span.name]));
  expect(new Set(finished.map((span) => span.spanContext().traceId)).size).toBe(1);
  return finished.map((span) => `${names.get(span.parentSpanContext?.spanId ?? "")} > ${span.name}`);
}

async function readCounts(): Promise<ReadonlyMap<string, readonly unknown[]>> {
  await meters.forceFlush();
  const found =
    exporter
      .getMetrics()
      .at(-1)
      ?.scopeMetrics.flatMap((scope) => scope.metrics) ?? [];
  return new Map(found.map(({ descriptor, dataPoints }) => [descriptor.name, dataPoints.map(({ attributes }) => attributes)]));
}

/** All that was recorded, as text. */
async function recorded(): Promise<string> {
  const all = spans
    .getFinishedSpans()
    .map(({ name, attributes, events, links, status }) => ({ name, attributes, events, links, status }));
  return JSON.stringify([all, [...(await readCounts())]]);
}

describe("in a program with an SDK", () => {
  it("a middleware's spans are below those of the agent, with names only", async () => {
    const { dir } = await createProject(files);
    await using workspace = await openWorkspace(dir, { home: `${dir}/home` });
    const middleware = createRulesMiddleware(workspace, { agent: "reviewer", session: "s-1" });
    const below = await traceProgram(async () => {
      const { section } = await middleware.beforeModelCall({ messages: [{ role: "user", content: `${canary}-prompt` }] });
      expect(section).toContain(canary);
      const call = { name: "shell", arguments: { command: `eval("${canary}-argument")` }, id: "1" };
      expect(await middleware.beforeToolCall(call)).toMatchObject({ allowed: false });
    });
    expect(below).toEqual(
      expect.arrayContaining([
        "agent > precept.model_call",
        "precept.model_call > precept.resolve",
        "agent > precept.tool_call",
        "precept.tool_call > precept.policies.enforce",
      ]),
    );
    const call = spans.getFinishedSpans().find(({ name }) => name === "precept.tool_call");
    expect(call?.attributes).toEqual({
      "gen_ai.agent.name": "reviewer",
      "gen_ai.conversation.id": "s-1",
      "gen_ai.tool.name": "shell",
    });
    const counts = await readCounts();
    expect(counts.get("precept.policy.violations")).toEqual([
      { "precept.policy.id": "NO-EVAL", "precept.policy.action": "TERMINATE", "precept.policy.mode": "enforce" },
    ]);
    expect(counts.get("precept.deliveries")).toEqual([{ "precept.channel": "middleware", "gen_ai.agent.name": "none" }]);
    expect(await recorded()).not.toContain(canary);
  });

  it("a hook's span has what it decides below it, and counts what it delivers", async () => {
    const { dir } = await createProject(files);
    const hook = async (payload: object) => {
      await using workspace = await openLazyWorkspace(dir, { home: `${dir}/home` });
      return await runHook(JSON.stringify({ session_id: "s-2", cwd: dir, ...payload }), {
        host: "claude-code",
        open: async () => workspace,
        env: {},
        cwd: dir,
        now: Date.now,
      });
    };
    const below = await traceProgram(async () => {
      const prompt = await hook({ hook_event_name: "UserPromptSubmit", prompt: `${canary}-prompt` });
      expect(prompt.stdout).toContain(canary);
      const call = { hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command: `eval("${canary}")` } };
      expect((await hook(call)).stdout).toContain("deny");
    });
    expect(below).toEqual(
      expect.arrayContaining([
        "agent > precept.hook",
        "precept.hook > precept.policies.enforce",
        "precept.hook > precept.resolve",
      ]),
    );
    expect((await readCounts()).get("precept.deliveries")).toContainEqual({
      "precept.channel": "hook",
      "gen_ai.agent.name": "claude-code",
    });
    expect(await recorded()).not.toContain(canary);
  });

  it("an error has its code, not its message, which can quote a user", async () => {
    const { dir } = await createProject(files);
    await using workspace = await openWorkspace(dir, { home: `${dir}/home` });
    await traceProgram(async () => {
      await expect(workspace.resolve({ tool: `${canary}-tool` })).rejects.toThrow(canary);
      await expect(workspace.search({ text: `${canary}-query`, mode: "dense" })).rejects.toThrow("embedder");
    });
    const failed = spans.getFinishedSpans().filter(({ status }) => status.code === SpanStatusCode.ERROR);
    expect(failed.map(({ name, attributes }) => [name, attributes["error.type"]])).toEqual([
      ["precept.resolve", "TOOL_UNKNOWN"],
      ["precept.search", "SEARCH_MODE_UNAVAILABLE"],
    ]);
    expect(await recorded()).not.toContain(canary);
  });
});
