import type { Dialect } from "@precept/mdc-compat";

/** The largest number of tools that a line names. */
const maxNamed = 6;

/** `Codex, Gemini CLI`; of many tools the first ones and the number of the others. */
export function nameTools(tools: readonly Dialect[]): string {
  const titles = [...new Set(tools)].map(({ title }) => title);
  const more = titles.length - maxNamed;
  return more > 1 ? `${titles.slice(0, maxNamed).join(", ")} and ${more} more` : titles.join(", ");
}

/** Returns a message about one tool in words that fit any tool: `Codex has no rules …` as `no rules …`. */
export function describeForAny(message: string, { title }: Dialect): string {
  const text = message.startsWith(`${title} `) ? message.slice(title.length + 1) : message.replaceAll(title, "the tool");
  return text.replace(/^has (?=no )/, "").replace(/\.$/, "");
}
