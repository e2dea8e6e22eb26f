import { attributeTable, metricTable, operationTable, prometheusName, type MetricSpec } from "@precept/telemetry/tables";
import { page, table } from "./markdown.ts";

export function telemetryReference(): string {
  return page(
    "Spans and metrics",
    "What Precept records with OpenTelemetry. [The guide](../guides/telemetry.md) says how to send it. Names that begin with `http`, `rpc`, `db`, `mcp` or `gen_ai` are those of the " +
      "[semantic conventions](https://opentelemetry.io/docs/specs/semconv/). Nothing has the text of a prompt, a rule or a token.",
    "## Spans",
    table(
      ["span", "kind", "what happens"],
      Object.values(operationTable).map(({ shownName, kind, description }) => [code(shownName), kind, description]),
    ),
    "## Metrics",
    "Counters and histograms are recorded wherever Precept runs with an SDK; those of the last column only by a server. Durations are histograms in seconds.",
    table(
      ["metric", "in Prometheus", "type", "attributes", "what it says", "from"],
      Object.entries<MetricSpec>(metricTable).map(([name, { kind, unit, attributes, description, from }]) => [
        code(name),
        code(prometheusName(name, unit, kind === "counter" || kind === "sum")),
        kind === "sum" ? "counter" : kind,
        attributes.map(code).join(", "),
        description,
        from === "server" ? "server" : "",
      ]),
    ),
    "In Prometheus, an attribute is a label whose name has `_` in place of dots: `http_route` for `http.route`.",
    "## Attributes",
    table(
      ["attribute", "what it says"],
      Object.entries(attributeTable).map(([name, description]) => [code(name), description]),
    ),
  );
}

function code(text: string): string {
  return `\`${text}\``;
}
