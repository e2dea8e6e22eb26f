import type { Metric } from "./instruments.ts";

/** Memory, processor time and start of this process, under the names that Prometheus recommends. */
export function processMetrics(): Metric[] {
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed } = process.memoryUsage();
  return [
    one("process_cpu_seconds_total", "Processor time.", "counter", (user + system) / 1_000_000),
    one("process_resident_memory_bytes", "Memory of the process.", "gauge", rss),
    one("process_start_time_seconds", "When the process started, in seconds since 1970.", "gauge", performance.timeOrigin / 1000),
    one("nodejs_heap_used_bytes", "Memory of JavaScript objects.", "gauge", heapUsed),
  ];
}

function one(name: string, help: string, type: "counter" | "gauge", value: number): Metric {
  return { name, help, type, samples: () => [{ labels: {}, value }] };
}
