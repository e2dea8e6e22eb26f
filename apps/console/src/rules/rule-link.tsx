import { hrefOf, pageLocation } from "../data/location.ts";
import { Text } from "../parts/text.tsx";

interface RuleLinkProps {
  readonly rule: { readonly id: string; readonly name: string };
}

/** The name of a rule. A click shows its text beside the list, and keeps the request. */
export function RuleLink({ rule: { id, name } }: RuleLinkProps) {
  const { page, params } = pageLocation.value;
  const isSelected = params.get("rule") === id;
  const others = Object.fromEntries([...new Set(params.keys())].map((one) => [one, params.getAll(one)]));
  return (
    <a
      class="rule"
      href={hrefOf(page, { ...others, rule: isSelected ? undefined : id })}
      aria-current={isSelected ? "true" : undefined}
    >
      <Text value={name} />
    </a>
  );
}
