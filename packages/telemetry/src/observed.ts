import type { MeterProvider } from "@opentelemetry/api";

/** Where every copy of the API finds what the program has registered. The number is the major version of the API. */
const registry: symbol = Symbol.for("opentelemetry.js.api.1");

/** The providers that record all metrics, in addition to the provider of the program. */
export const meterProviders: Set<MeterProvider> = new Set<MeterProvider>();

/** Whether the program has registered an SDK with the API of OpenTelemetry. */
export function hasSdk(): boolean {
  return registry in globalThis;
}

/** Whether anything is recorded. Only then the API is loaded, which would delay the start of a hook. */
export function isObserved(): boolean {
  return meterProviders.size > 0 || hasSdk();
}
