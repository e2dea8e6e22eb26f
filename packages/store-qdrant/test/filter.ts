import type { Schemas } from "@qdrant/js-client-rest";

export interface StoredPoint {
  readonly id: string;
  readonly vector: Readonly<Record<string, number[] | { readonly indices: number[]; readonly values: number[] }>>;
  readonly payload: Readonly<Record<string, unknown>>;
}

type Filter = Schemas["Filter"] | null | undefined;

/** Whether a point passes a filter, as far as the double knows filters. */
export function matches({ payload }: StoredPoint, filter: Filter): boolean {
  const passes = (condition: Schemas["Condition"]): boolean => {
    if (!("key" in condition) || condition.match === undefined || condition.match === null) {
      throw new Error("The double does not know this condition.");
    }
    const found = [payload[condition.key]].flat();
    const { match } = condition;
    if ("value" in match) return found.includes(match.value);
    if ("any" in match) return found.some((value) => (match.any as unknown[]).includes(value));
    throw new Error("The double does not know this match.");
  };
  const conditionsOf = (name: "must" | "must_not"): readonly Schemas["Condition"][] => [filter?.[name] ?? []].flat();
  return conditionsOf("must").every(passes) && !conditionsOf("must_not").some(passes);
}
