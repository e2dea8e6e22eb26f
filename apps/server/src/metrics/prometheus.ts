import { PrometheusExporter, PrometheusSerializer } from "@opentelemetry/exporter-prometheus";
import type { ResourceMetrics } from "@opentelemetry/sdk-metrics";
import { prometheusName } from "@precept/telemetry/tables";

/** The media type of the text format of Prometheus. */
export const metricsType = "text/plain; version=0.0.4; charset=utf-8";

/** Reads the metrics of a provider as text for Prometheus. */
export class PrometheusReader {
  /** Does not listen: the server has a route for the metrics. */
  readonly reader: PrometheusExporter = new PrometheusExporter({ preventServerStart: true });
  readonly #serializer = new PrometheusSerializer(undefined, false, undefined, false, true);

  async format(): Promise<string> {
    const { resourceMetrics } = await this.reader.collect();
    return this.#serializer.serialize(withUnits(resourceMetrics));
  }
}

/** Adds the unit to the name of each metric. The serializer adds `_total` and replaces dots. */
function withUnits({ resource, scopeMetrics }: ResourceMetrics): ResourceMetrics {
  const named = scopeMetrics.map(({ scope, metrics }) => ({
    scope,
    metrics: metrics.map((metric) => {
      const { name, unit } = metric.descriptor;
      return { ...metric, descriptor: { ...metric.descriptor, unit: "", name: prometheusName(name, unit, false) } };
    }),
  }));
  return { resource, scopeMetrics: named };
}
