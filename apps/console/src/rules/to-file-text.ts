import type { WireRule } from "@precept/contract";

/** Returns the text of a rule as a native file, for checks. JSON is valid YAML. */
export function toFileText({
  name,
  description,
  globs,
  priority,
  content,
}: Pick<WireRule, "name" | "description" | "globs" | "priority" | "content">): string {
  const header = { name, description, priority, ...(globs.length > 0 && { globs }) };
  const lines = Object.entries(header).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  return `---\n${lines.join("\n")}\n---\n${content}`;
}
