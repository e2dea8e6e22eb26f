/** Returns the text of a native rule file. @param header further lines of its front matter. */
export function ruleFile(name: string, header: readonly string[] = [], text = `Text of ${name}.`): string {
  return ["---", `name: ${name}`, `description: About ${name}`, ...header, "---", "", text, ""].join("\n");
}
