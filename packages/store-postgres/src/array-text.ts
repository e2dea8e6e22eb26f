/** An item of an array. Null stands for a missing value. */
export type ArrayItem = string | number | boolean | null;

/** Returns the text of an array of PostgreSQL, which the server reads several times faster than a list in JSON. */
export function toArrayText(items: readonly ArrayItem[]): string {
  return `{${items.map(toItemText).join(",")}}`;
}

function toItemText(item: ArrayItem): string {
  if (item === null) return "NULL";
  if (typeof item !== "string") return String(item);
  return `"${item.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}
