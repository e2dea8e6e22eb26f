/** The ends of names in Prometheus, by unit. The exporter of the SDK does not add them. */
const unitSuffixes: ReadonlyMap<string, string> = new Map([
  ["s", "seconds"],
  ["By", "bytes"],
]);

/**
 * Returns the name of a metric in Prometheus: `precept_resolve_duration_seconds` for `precept.resolve.duration`.
 *
 * @see https://opentelemetry.io/docs/specs/otel/compatibility/prometheus_and_openmetrics/
 */
export function prometheusName(name: string, unit: string | undefined, isCounter: boolean): string {
  const suffix = unitSuffixes.get(unit ?? "");
  return `${name.replaceAll(".", "_")}${suffix === undefined ? "" : `_${suffix}`}${isCounter ? "_total" : ""}`;
}
