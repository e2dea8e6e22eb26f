import { createProject } from "@precept/testing";
import { startOtlpCollector, type OtlpCollector, type ReceivedSpan } from "@precept/testing/otlp-collector";
import { describe, expect, it, vi } from "vitest";
import { startServerProcess, type ServerProcess } from "../../test/server-process.ts";

const policy = `id: NO-EVAL
version: 1.0.0
severity: HIGH
category: security
phase: [IMPLEMENTATION]
match: { pattern: 'eval\\(' }
message: Do not use eval.
`;

/** A text that must not be in anything that is recorded. */
const canary = "canary-8f2c";

const files = {
  "shop/.precept/config.yaml": "store: { sqlite: true }\n",
  "shop/.precept/rules/style.md": `---\nname: style\ndescription: Style.\n---\nUse named exports. ${canary}-rule\n`,
  "shop/.precept/policies/no-eval.yaml": policy,
  "home/.keep": "",
};

const trace = "4bf92f3577b34da6a3ce929d0e0e4736";
const caller = "00f067aa0ba902b7";
const traceparent = `00-${trace}-${caller}-01`;

async function start(collector: Pick<OtlpCollector, "url">, env: Readonly<Record<string, string>> = {}) {
  const { dir } = await createProject(files);
  const server = startServerProcess(["--root", "shop", "--port", "0"], {
    cwd: dir,
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...env },
  });
  const url = await server.url;
  const post = async (path: string, body: object, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
    fetch(`${url}/api/v1${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
  return { server, url, post };
}

async function stop({ child, ended }: ServerProcess): Promise<void> {
  child.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
}

function logLines(server: ServerProcess): readonly Readonly<Record<string, unknown>>[] {
  return server
    .err()
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

/** The name of a span, and the spans below it. */
type Tree = readonly [name: string, ...below: Tree[]];

/** Returns the spans of one trace as trees of names. */
function treeOf(spans: readonly ReceivedSpan[], parentId: string): readonly Tree[] {
  return spans.filter((span) => span.parentId === parentId).map(({ name, spanId }) => [name, ...treeOf(spans, spanId)]);
}

describe("a server with an OTLP collector", () => {
  it("sends one trace for a request, from the server to the store", async () => {
    const collector = await startOtlpCollector();
    const { server, post } = await start(collector);
    const prompt = `Fix it. ${canary}-prompt`;
    const answer = await post("/resolve", { prompt, session_id: "s-1", tool: "claude" }, { traceparent });
    expect(await answer.json()).toMatchObject({ applied: [{ name: "style" }] });
    await stop(server);
    const spans = collector.spans().filter(({ traceId }) => traceId === trace);
    const [request, ...others] = spans.filter(({ parentId }) => parentId === caller);
    expect(others).toEqual([]);
    expect(request).toMatchObject({
      name: "POST /api/v1/resolve",
      kind: 2,
      isError: false,
      attributes: { "http.request.method": "POST", "http.route": "/api/v1/resolve", "http.response.status_code": 200 },
    });
    const below = spans.filter(({ parentId }) => parentId === request?.spanId);
    const resolve = below.find(({ name }) => name === "precept.resolve");
    expect(resolve).toMatchObject({
      name: "precept.resolve",
      kind: 1,
      attributes: { "gen_ai.conversation.id": "s-1", "gen_ai.agent.name": "claude", "precept.rules.applied": 1 },
    });
    const operations = spans.filter(({ parentId }) => parentId === resolve?.spanId);
    expect(operations.map(({ name }) => name)).toEqual(expect.arrayContaining(["list sqlite", "list fs"]));
    expect(operations.every(({ kind }) => kind === 3)).toBe(true);
    // The log is found from the trace, and the trace from the log.
    expect(logLines(server)).toContainEqual(
      expect.objectContaining({ msg: "request", trace_id: trace, span_id: request?.spanId }),
    );
    expect(collector.text()).not.toContain(canary);
    expect(server.err()).not.toContain(canary);
    expect(collector.resource()).toMatchObject({ "service.name": "precept" });
  });

  it("sends one trace for a check, from the server to the policies", async () => {
    const collector = await startOtlpCollector();
    const { server, url, post } = await start(collector, {
      OTEL_SERVICE_NAME: "rules",
      OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=test",
    });
    const answer = await post("/policies/check", { code: `eval("${canary}")` }, { traceparent });
    expect(await answer.json()).toMatchObject({ action: "QUICK_FIX" });
    const metrics = await (await fetch(`${url}/metrics`)).text();
    expect(metrics).toContain(
      'precept_policy_violations_total{precept_policy_id="NO-EVAL",precept_policy_action="QUICK_FIX",precept_policy_mode="enforce"} 1\n',
    );
    expect(metrics).toMatch(/^target_info\{.*service_name="rules"/m);
    await stop(server);
    const spans = collector.spans().filter(({ traceId }) => traceId === trace);
    const [[request, ...below] = []] = treeOf(spans, caller);
    expect(request).toBe("POST /api/v1/policies/check");
    // The first request opens the project with its stores.
    expect(below).toEqual(expect.arrayContaining([["list sqlite"], ["list fs"], ["precept.policies.check"]]));
    expect(collector.metricNames()).toContain("precept.policies.duration");
    expect(collector.metricNames()).toContain("http.server.request.duration");
    expect(collector.resource()).toMatchObject({ "service.name": "rules", "deployment.environment.name": "test" });
    expect(collector.text() + metrics + server.err()).not.toContain(canary);
  });

  it("continues the trace in `_meta` of an MCP call, and links it to the HTTP request", async () => {
    const collector = await startOtlpCollector();
    const { server, post } = await start(collector);
    const call = {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "rules_for_files", arguments: { files: [`${canary}.ts`] }, _meta: { traceparent } },
    };
    const answer = await post("/mcp", call, { accept: "application/json, text/event-stream" });
    expect(await answer.text()).toContain("Use named exports.");
    await stop(server);
    const spans = collector.spans();
    const http = spans.find(({ name }) => name === "POST /api/v1/mcp");
    expect(http?.parentId).toBe("");
    const ofCaller = spans.filter(({ traceId }) => traceId === trace);
    const mcp = ofCaller.find(({ parentId }) => parentId === caller);
    expect(mcp).toMatchObject({
      name: "tools/call rules_for_files",
      kind: 2,
      attributes: { "mcp.method.name": "tools/call", "gen_ai.tool.name": "rules_for_files" },
      links: [http?.spanId],
    });
    expect(ofCaller.filter(({ parentId }) => parentId === mcp?.spanId).map(({ name }) => name)).toContain("precept.resolve");
    expect(collector.text()).not.toContain(canary);
  });

  it("sends what the variables ask for", { tags: "slow" }, async () => {
    const collector = await startOtlpCollector();
    const { server, post } = await start(collector, { OTEL_TRACES_EXPORTER: "none", OTEL_METRIC_EXPORT_INTERVAL: "200" });
    await post("/resolve", {});
    await vi.waitFor(() => expect(collector.metricNames()).toContain("precept.resolutions"), 10_000);
    await stop(server);
    expect(collector.spans()).toEqual([]);

    const silent = await startOtlpCollector();
    const disabled = await start(silent, { OTEL_SDK_DISABLED: "true" });
    await disabled.post("/resolve", {});
    await stop(disabled.server);
    expect(silent.requests()).toBe(0);
  });

  it("continues unsampled traces without sending them", { tags: "slow" }, async () => {
    const collector = await startOtlpCollector();
    const { server, post } = await start(collector, { OTEL_METRICS_EXPORTER: "none" });
    await post("/resolve", {}, { traceparent: `00-${trace}-${caller}-00` });
    await stop(server);
    expect(collector.requests()).toBe(0);
    expect(logLines(server)).toContainEqual(expect.objectContaining({ msg: "request", trace_id: trace }));
  });
});

describe("a collector that", () => {
  /** The SDK alone would wait for ten minutes. */
  const patient = { OTEL_BSP_SCHEDULE_DELAY: "50", OTEL_EXPORTER_OTLP_TIMEOUT: "600000", OTEL_BSP_EXPORT_TIMEOUT: "600000" };

  it.each(["hangs", "fails"] as const)("%s delays neither requests nor the end", { tags: "slow" }, async (answer) => {
    const collector = await startOtlpCollector(answer);
    const { server, post } = await start(collector, {
      ...patient,
      OTEL_METRIC_EXPORT_INTERVAL: "200",
    });
    for (let sent = 0; sent < 20; sent += 1) expect((await post("/resolve", {})).status).toBe(200);
    await vi.waitFor(() => expect(collector.requests()).toBeGreaterThan(0), 10_000);
    await stop(server);
  });

  it("is away delays neither requests nor the end, and the log says so once", { tags: "slow" }, async () => {
    const { server, post } = await start({ url: "http://127.0.0.1:1" }, patient);
    for (let sent = 0; sent < 20; sent += 1) expect((await post("/resolve", {})).status).toBe(200);
    await stop(server);
    expect(logLines(server).filter(({ msg }) => msg === "telemetry not sent").length).toBeLessThanOrEqual(1);
  });
});
