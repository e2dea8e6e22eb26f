/**
 * Returns the policy in `{rule: …}`, as a file can contain it. A policy that is not below a key is returned as it is.
 */
export function unwrapPolicy(source: object): unknown {
  return "rule" in source && !("id" in source) ? source.rule : source;
}
