/** Returns the policy in `{rule: …}`, as a file can contain it. Returns a policy without such a key unchanged. */
export function unwrapPolicy(source: object): unknown {
  return "rule" in source && !("id" in source) ? source.rule : source;
}
