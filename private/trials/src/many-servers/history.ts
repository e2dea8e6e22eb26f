// The checker of what clients saw. It knows nothing of the servers.

/** A call of a client, with times of one clock in milliseconds. Values of a key ascend: each write has a larger one. */
export type Operation = {
  readonly client: string;
  readonly key: string;
  readonly value: number;
  readonly start: number;
  readonly end: number;
} & (
  | { readonly kind: "write"; readonly isAcknowledged: boolean }
  /** A write that must only succeed if the value is still `base`. */
  | { readonly kind: "change"; readonly base: number; readonly isAcknowledged: boolean }
  /** A read. @param atLeast the value whose position the client sent. */
  | { readonly kind: "read"; readonly atLeast: number }
);

/** What is wrong in a history. @param final the values at the end, by key. */
export function checkHistory(operations: readonly Operation[], final: ReadonlyMap<string, number>): readonly string[] {
  return [...Map.groupBy(operations, ({ key }) => key)].flatMap(([key, ofKey]) => [
    ...findLost(key, ofKey, final.get(key)),
    ...findOutdatedReads(ofKey),
    ...findInvented(ofKey),
    ...findTwoWinners(ofKey),
  ]);
}

const isWrite = (operation: Operation) => operation.kind !== "read";

function findLost(key: string, operations: readonly Operation[], found: number | undefined): readonly string[] {
  const acknowledged = operations.filter((one) => one.kind !== "read" && one.isAcknowledged).map(({ value }) => value);
  const last = Math.max(-1, ...acknowledged);
  const started = Math.max(-1, ...operations.filter(isWrite).map(({ value }) => value));
  const value = found ?? -1;
  if (value < last) return [`${key}: the acknowledged write of ${last} is lost; it is ${value}`];
  return value > started ? [`${key}: it is ${value}, which no client wrote`] : [];
}

/** Reads that are older than their position, than an acknowledged write before them by the same client, or than its last read. */
function findOutdatedReads(operations: readonly Operation[]): readonly string[] {
  const failures: string[] = [];
  const seen = new Map<string, number>();
  for (const one of operations.toSorted((left, right) => left.end - right.end)) {
    if (one.kind !== "read") continue;
    const { client, key, value, atLeast } = one;
    if (value < atLeast) failures.push(`${key}: ${client} read ${value} at a position of ${atLeast}`);
    const before = seen.get(client) ?? -1;
    if (atLeast >= before && value < before) failures.push(`${key}: ${client} read ${value} after ${before}`);
    seen.set(client, Math.max(before, value));
  }
  return failures;
}

/** Reads of values that no client had begun to write. */
function findInvented(operations: readonly Operation[]): readonly string[] {
  const writes = operations.filter(isWrite);
  return operations
    .filter((one) => one.kind === "read" && one.value >= 0)
    .filter((read) => !writes.some(({ value, start }) => value === read.value && start <= read.end))
    .map(({ client, key, value }) => `${key}: ${client} read ${value}, which nobody had written`);
}

/** Changes of one value that were both acknowledged, or whose base never existed. */
function findTwoWinners(operations: readonly Operation[]): readonly string[] {
  const changes = operations.flatMap((one) => (one.kind === "change" && one.isAcknowledged ? [one] : []));
  const values = new Set(operations.filter(isWrite).map(({ value }) => value));
  return [...Map.groupBy(changes, ({ base }) => base)].flatMap(([base, ofBase]) => [
    ...(ofBase.length > 1 ? [`${ofBase[0]?.key ?? ""}: ${ofBase.length} changes of ${base} were acknowledged`] : []),
    ...(values.has(base) ? [] : [`${ofBase[0]?.key ?? ""}: the change of ${base} was acknowledged, which was never written`]),
  ]);
}
