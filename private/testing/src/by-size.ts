/** Returns how much a test tries: `full` in a trial (`pnpm trials`), otherwise `sample`. */
export function bySize<Value>({ sample, full }: { readonly sample: Value; readonly full: Value }): Value {
  return process.env["PRECEPT_TRIAL"] === "full" ? full : sample;
}

/**
 * Returns how many values a property tries whose single run takes long: `full` in the trial `properties`, which sets `PROPERTY_RUNS`, otherwise
 * `sample`.
 */
export function propertyRuns({ sample, full }: { readonly sample: number; readonly full: number }): number {
  return process.env["PROPERTY_RUNS"] === undefined ? sample : full;
}
