/** Whether an id names an item, and not a rule: its path in `.precept` is outside the directory of rules. */
export function isItemId(id: string): boolean {
  return id.startsWith("project:.precept/") && !id.startsWith("project:.precept/rules/");
}
