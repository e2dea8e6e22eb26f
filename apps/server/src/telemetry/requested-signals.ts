/** What the environment asks to be sent, by the variables of OpenTelemetry. */
export interface RequestedSignals {
  readonly traces: boolean;
  readonly metrics: boolean;
  /** Values that are not supported, for the log. */
  readonly problems: readonly string[];
}

type Environment = Readonly<Record<string, string | undefined>>;

const none: RequestedSignals = { traces: false, metrics: false, problems: [] };

/**
 * Reads which signals to send. A signal is sent if its exporter is `otlp`, or if an endpoint is set and no exporter.
 *
 * Only the variables that decide this are read here: the SDK reads all others, such as the variables of the sampler.
 */
export function readRequestedSignals(env: Environment): RequestedSignals {
  if (read(env, "OTEL_SDK_DISABLED")?.toLowerCase() === "true") return none;
  const traces = readSignal(env, "TRACES");
  const metrics = readSignal(env, "METRICS");
  return { traces: traces.isSent, metrics: metrics.isSent, problems: [...traces.problems, ...metrics.problems] };
}

function readSignal(env: Environment, signal: "TRACES" | "METRICS") {
  const exporterName = `OTEL_${signal}_EXPORTER`;
  const exporters = (read(env, exporterName) ?? (hasEndpoint(env, signal) ? "otlp" : "none")).split(",").map((one) => one.trim());
  const isAsked = exporters.includes("otlp");
  // The server publishes its metrics for Prometheus anyway.
  const unknown = exporters.filter((one) => !["otlp", "none", ...(signal === "METRICS" ? ["prometheus"] : [])].includes(one));
  const problems = unknown.map((one) => `${exporterName}: ${one} is not supported. Use otlp or none.`);
  const protocolName = [`OTEL_EXPORTER_OTLP_${signal}_PROTOCOL`, "OTEL_EXPORTER_OTLP_PROTOCOL"].find((name) => read(env, name));
  const protocol = protocolName === undefined ? undefined : read(env, protocolName);
  if (!isAsked || protocol === undefined || protocol === "http/protobuf") return { isSent: isAsked, problems };
  // A collector listens on another port for gRPC, so that sending would fail.
  const problem = `${protocolName}: ${protocol} is not supported, so no ${signal.toLowerCase()} are sent. Use http/protobuf.`;
  return { isSent: false, problems: [...problems, problem] };
}

function hasEndpoint(env: Environment, signal: string): boolean {
  return ["OTEL_EXPORTER_OTLP_ENDPOINT", `OTEL_EXPORTER_OTLP_${signal}_ENDPOINT`].some((name) => read(env, name) !== undefined);
}

/** Empty variables count as unset. */
function read(env: Environment, name: string): string | undefined {
  const value = env[name]?.trim();
  return value === "" ? undefined : value;
}
