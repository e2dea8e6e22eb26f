/** The values of tags by dimension. A tag is `dimension:value`, such as `language:python`. */
export type TagCategories = Readonly<Record<string, readonly string[]>>;

/** The usual dimensions of tags and their values. Other tags are allowed; `lint` reports probable misspellings. */
export const tagCategories: TagCategories = {
  domain: ["backend", "frontend", "devops", "testing", "documentation"],
  language: ["python", "rust", "javascript", "typescript", "sql"],
  tool: ["git", "docker", "pytest", "uv", "npm"],
  workflow: ["commit", "review", "deploy", "test", "refactor"],
  priority: ["critical", "important", "optional"],
};

/** Adds dimensions, and values of known dimensions. */
export function extendTagCategories(base: TagCategories, more: TagCategories): TagCategories {
  const combined = new Map(Object.entries(base));
  for (const [dimension, values] of Object.entries(more)) {
    combined.set(dimension, [...new Set([...(combined.get(dimension) ?? []), ...values])]);
  }
  return Object.fromEntries(combined);
}
