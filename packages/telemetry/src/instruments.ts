import {
  metrics,
  type Attributes as ApiAttributes,
  type Counter,
  type Histogram,
  type Meter,
  type MeterProvider,
} from "@opentelemetry/api";
import type { Attributes } from "./attributes.ts";
import {
  durationBounds,
  metricTable,
  scopeName,
  type AttributesOf,
  type CounterName,
  type HistogramName,
  type MetricSpec,
} from "./metric-table.ts";
import { hasSdk, meterProviders } from "./observed.ts";

type Recorded = CounterName | HistogramName;

const instruments = new WeakMap<MeterProvider, Map<Recorded, Counter | Histogram>>();

/** Increases a counter. */
export function count<Name extends CounterName>(name: Name, by: number, attributes: AttributesOf<Name>): void {
  for (const provider of currentProviders()) (instrumentOf(provider, name) as Counter).add(by, selectFor(name, attributes));
}

/** Adds a duration in seconds to a histogram. Attributes that the metric does not have are ignored. */
export function recordDuration(name: HistogramName, seconds: number, attributes: Attributes): void {
  for (const provider of currentProviders())
    (instrumentOf(provider, name) as Histogram).record(seconds, selectFor(name, attributes));
}

function currentProviders(): ReadonlySet<MeterProvider> {
  if (!hasSdk()) return meterProviders;
  return new Set([...meterProviders, metrics.getMeterProvider()]);
}

function instrumentOf(provider: MeterProvider, name: Recorded): Counter | Histogram {
  let known = instruments.get(provider);
  if (known === undefined) instruments.set(provider, (known = new Map<Recorded, Counter | Histogram>()));
  let instrument = known.get(name);
  if (instrument === undefined) known.set(name, (instrument = create(provider.getMeter(scopeName), name)));
  return instrument;
}

function create(meter: Meter, name: Recorded): Counter | Histogram {
  const { kind, description, unit }: MetricSpec = metricTable[name];
  const options = { description, ...(unit !== undefined && { unit }) };
  if (kind === "counter") return meter.createCounter(name, options);
  return meter.createHistogram(name, { ...options, advice: { explicitBucketBoundaries: [...durationBounds] } });
}

/** Selects the attributes that the metric has, so that no other value becomes a time series. */
function selectFor(name: Recorded, attributes: Attributes): ApiAttributes {
  const selected: ApiAttributes = {};
  for (const attribute of metricTable[name].attributes as readonly (keyof Attributes)[]) {
    const value = attributes[attribute];
    if (value !== undefined) selected[attribute] = value;
  }
  return selected;
}
