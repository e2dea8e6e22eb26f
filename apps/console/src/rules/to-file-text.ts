import type { WireRule } from "@precept/contract";

/** The fields of a rule file, by their names on the wire. */
const fields = {
  name: "name",
  description: "description",
  inclusion: "inclusion",
  globs: "globs",
  priority: "priority",
  override: "override",
  enabled: "enabled",
  authority: "authority",
  category: "category",
  contexts: "contexts",
  tool_targets: "targets",
  tags: "tags",
  checks: "checks",
  conditions: "conditions",
} as const satisfies Readonly<Partial<Record<keyof WireRule, string>>>;

export type FileFields = Pick<WireRule, keyof typeof fields | "content">;

/** A rule as a native file. */
export interface FileText {
  readonly text: string;
  /** The number of lines before the content of the rule. */
  readonly headerLines: number;
}

/** Returns the text of a rule as a native file, for checks. JSON is valid YAML. */
export function toFileText(rule: FileFields): FileText {
  const header = Object.entries(fields).flatMap(([name, field]) => {
    const value = rule[name as keyof typeof fields];
    const isEmpty = value === null || (Array.isArray(value) && value.length === 0);
    return isEmpty ? [] : [`${field}: ${JSON.stringify(value)}`];
  });
  return { text: `---\n${header.join("\n")}\n---\n${rule.content}`, headerLines: header.length + 2 };
}
