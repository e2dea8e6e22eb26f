import type { Labels, Metric } from "./instruments.ts";

/** The media type of the text format of Prometheus. */
export const metricsType = "text/plain; version=0.0.4; charset=utf-8";

/** Formats metrics as text for Prometheus. @see https://prometheus.io/docs/instrumenting/exposition_formats/ */
export function formatMetrics(metrics: Iterable<Metric>): string {
  const lines: string[] = [];
  for (const { name, help, type, samples } of metrics) {
    lines.push(`# HELP ${name} ${escape(help)}`, `# TYPE ${name} ${type}`);
    for (const { labels, value, suffix = "" } of samples()) lines.push(`${name}${suffix}${formatLabels(labels)} ${value}`);
  }
  return `${lines.join("\n")}\n`;
}

function formatLabels(labels: Labels): string {
  const entries = Object.entries(labels).map(([name, value]) => `${name}="${escape(value).replaceAll('"', '\\"')}"`);
  return entries.length === 0 ? "" : `{${entries.join(",")}}`;
}

function escape(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n");
}
