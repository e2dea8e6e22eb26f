import { createProject } from "@precept/testing";
import { callMcpTool } from "@precept/testing/mcp-process";
import { startOtlpCollector } from "@precept/testing/otlp-collector";
import { expect, it } from "vitest";

it("sends the traces and metrics of precept mcp to a collector", { tags: "slow" }, async () => {
  const collector = await startOtlpCollector();
  const { dir } = await createProject({
    ".precept/rules/style.md": "---\nname: style\ndescription: Style.\n---\nUse named exports.\n",
  });
  const env = { ...process.env, PRECEPT_HOME: `${dir}/home`, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
  const call = { cwd: dir, tool: "rules_for_files", input: { files: ["src/a.ts"] } };
  expect(await callMcpTool(["--root", dir], { ...call, env })).toContain("Use named exports.");
  const spans = collector.spans();
  const request = spans.find(({ name }) => name === "tools/call rules_for_files");
  expect(spans).toContainEqual(
    expect.objectContaining({ name: "precept.resolve", traceId: request?.traceId, parentId: request?.spanId }),
  );
  expect(collector.metricNames()).toContain("mcp.server.operation.duration");
});
