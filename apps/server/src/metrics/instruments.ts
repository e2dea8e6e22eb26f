// prom-client has had no release since 2024, and would add two dependencies to the bundle of the command line for three
// kinds of numbers.

/** The labels of a number, by name. Their values must come from a fixed set, since every combination is stored. */
export type Labels = Readonly<Record<string, string>>;

export interface Sample {
  readonly labels: Labels;
  readonly value: number;
  /** Added to the name of the metric, such as `_sum`. */
  readonly suffix?: string;
}

/** A metric: a number for each combination of labels. */
export interface Metric {
  /** With the unit, such as `precept_http_request_duration_seconds`. */
  readonly name: string;
  readonly help: string;
  readonly type: "counter" | "gauge" | "histogram";
  readonly samples: () => Iterable<Sample>;
}

/** The maximum number of label combinations of a metric. Further ones are counted under the labels of `overflow`. */
const maxCombinations = 2000;

/** A number that only grows. */
export class Counter implements Metric {
  readonly type = "counter";
  readonly name: string;
  readonly help: string;
  readonly #values = new Map<string, { readonly labels: Labels; value: number }>();

  constructor(name: string, help: string) {
    this.name = name;
    this.help = help;
  }

  add(labels: Labels = {}, by = 1): void {
    find(this.#values, labels, (found) => ({ labels: found, value: 0 })).value += by;
  }

  readonly samples = (): Iterable<Sample> => this.#values.values();
}

/** How often values are at most as large as each of some bounds. */
export class Histogram implements Metric {
  readonly type = "histogram";
  readonly name: string;
  readonly help: string;
  readonly bounds: readonly number[];
  readonly #values = new Map<string, { readonly labels: Labels; readonly counts: number[]; sum: number; count: number }>();

  /** @param bounds ascending, in the unit of the name. */
  constructor(name: string, help: string, bounds: readonly number[]) {
    this.name = name;
    this.help = help;
    this.bounds = bounds;
  }

  observe(labels: Labels, value: number): void {
    const found = find(this.#values, labels, (named) => ({ labels: named, counts: this.bounds.map(() => 0), sum: 0, count: 0 }));
    found.sum += value;
    found.count += 1;
    const bucket = this.bounds.findIndex((bound) => value <= bound);
    if (bucket !== -1) found.counts[bucket] = (found.counts[bucket] as number) + 1;
  }

  readonly samples = (): Iterable<Sample> => this.#samples();

  *#samples(): Iterable<Sample> {
    for (const { labels, counts, sum, count } of this.#values.values()) {
      let total = 0;
      for (const [at, bound] of this.bounds.entries()) {
        total += counts[at] as number;
        yield { suffix: "_bucket", labels: { ...labels, le: String(bound) }, value: total };
      }
      yield { suffix: "_bucket", labels: { ...labels, le: "+Inf" }, value: count };
      yield { suffix: "_sum", labels, value: sum };
      yield { suffix: "_count", labels, value: count };
    }
  }
}

/** A metric whose value, or value for each combination of labels, was just read. */
export function gauge(name: string, help: string, value: number | readonly Sample[], type: Metric["type"] = "gauge"): Metric {
  const samples = typeof value === "number" ? [{ labels: {}, value }] : value;
  return { name, help, type, samples: () => samples };
}

function find<Value>(values: Map<string, Value>, labels: Labels, create: (labels: Labels) => Value): Value {
  const key = keyOf(labels);
  const known = values.get(key);
  if (known !== undefined) return known;
  const bounded = values.size < maxCombinations ? labels : overflowOf(labels);
  const created = values.get(keyOf(bounded)) ?? create(bounded);
  values.set(keyOf(bounded), created);
  return created;
}

function keyOf(labels: Labels): string {
  return JSON.stringify(Object.entries(labels));
}

function overflowOf(labels: Labels): Labels {
  return Object.fromEntries(Object.keys(labels).map((name) => [name, "overflow"]));
}
