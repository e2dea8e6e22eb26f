/**
 * Builds an FTS5 expression for documents that contain a token of each group.
 *
 * @param groups tokens of core or of owners, which never contain quotes.
 */
export function matchAll(groups: readonly (readonly string[])[]): string {
  return groups.map((tokens) => `(${tokens.map((token) => `"${token}"`).join(" OR ")})`).join(" AND ");
}
