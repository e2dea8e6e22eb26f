import type { WireRule } from "@precept/contract";
import { Text } from "../parts/text.tsx";

/** When a rule applies, and where it comes from. */
export function RuleFields({ rule }: { readonly rule: WireRule }) {
  const fields: readonly (readonly [name: string, value: string | null])[] = [
    ["Description", rule.description],
    ["Applies", rule.inclusion],
    ["Patterns", rule.globs.join(", ")],
    ["Scope", rule.scope],
    ["Priority", String(rule.priority)],
    ["Tools", rule.tool_targets.join(", ")],
    ["Tags", rule.tags.join(", ")],
    ["Status", rule.status === "active" ? "" : rule.status],
    ["Source", rule.source_path ?? rule.id],
  ];
  return (
    <dl class="fields">
      {fields.map(
        ([name, value]) =>
          value !== null &&
          value !== "" && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <Text value={value} />
              </dd>
            </div>
          ),
      )}
    </dl>
  );
}
