/** Returns how much a test tries: `full` in a trial (`pnpm trials`), otherwise `sample`. */
export function bySize<Value>({ sample, full }: { readonly sample: Value; readonly full: Value }): Value {
  return process.env["PRECEPT_TRIAL"] === "full" ? full : sample;
}
