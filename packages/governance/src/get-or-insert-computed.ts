/** Returns the value of a key, and computes a missing one: `Map.prototype.getOrInsertComputed`, which Node 24 lacks. */
export function getOrInsertComputed<Key, Value>(
  map: { has(key: Key): boolean; get(key: Key): Value | undefined; set(key: Key, value: Value): unknown },
  key: Key,
  compute: () => Value,
): Value {
  if (!map.has(key)) map.set(key, compute());
  return map.get(key) as Value;
}
