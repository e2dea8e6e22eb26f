import { hostIds } from "@precept/agent-hooks/host-ids";
import { nearestNames, PreceptError, type Json } from "@precept/core";
import { ciNames, contextKeys, eventNames, subjectKinds, type Policy } from "@precept/governance";

/** The names of context values that Precept, git or a coding agent supplies, besides those that policies filter on. */
const knownKeys = [...Object.keys(contextKeys), "task_status"];

/**
 * Rejects context values that no policy can filter on, which are typing errors: unknown names, and unknown values of
 * `subject`, `event`, `host` and `ci`. Names and values that an active policy filters on are known.
 *
 * @throws PreceptError `OPTION_VALUE_INVALID`
 */
export function checkContext(context: Readonly<Record<string, Json>>, policies: readonly Policy[]): void {
  const filters = policies.flatMap(({ match }) => Object.entries(match.contextFilter));
  const filteredOn = (name: string): readonly string[] =>
    filters.filter(([key]) => key === name).flatMap(([, value]) => textsIn(value));
  const known: Readonly<Record<string, readonly string[]>> = {
    subject: subjectKinds,
    event: [...eventNames, ...filteredOn("event")],
    host: [...hostIds, ...filteredOn("host")],
    ci: [...ciNames, ...filteredOn("ci")],
  };
  const keys = [...knownKeys, ...filters.map(([key]) => key)];
  for (const [key, value] of Object.entries(context)) {
    assertKnown(key, keys, "--context");
    const values = Object.hasOwn(known, key) ? known[key] : undefined;
    if (values !== undefined) assertKnown(typeof value === "string" ? value : JSON.stringify(value), values, `--context ${key}`);
  }
}

function assertKnown(written: string, known: readonly string[], option: string): void {
  if (known.includes(written)) return;
  const near = nearestNames(written, known);
  const all = [...new Set(known)].join(", ");
  const suggestion = near.length === 0 ? "" : ` (did you mean ${near.join(" or ")}?)`;
  throw new PreceptError("OPTION_VALUE_INVALID", {
    option,
    value: written,
    expected: `one of ${all}${suggestion}`,
  });
}

function textsIn(value: Json): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((one) => textsIn(one as Json));
  return typeof value === "string" ? [value] : [];
}
