const opening = "<precept-rules>";
const closing = "</precept-rules>";
const separator = "\n\n";

/**
 * Adds a section with rules to a system prompt, at its end. Replaces the section of an earlier call, so that a prompt
 * that a framework saved never has two sections.
 *
 * @param section the prompt of a resolution. Empty: an earlier section is removed.
 *
 * @example
 * ```ts
 * import { addRulesSection } from "@precept/middleware";
 *
 * const once = addRulesSection("You are a reviewer.", "Use named exports.");
 * const twice = addRulesSection(once, "Use tabs."); // as if the first section had never been there
 * ```
 */
export function addRulesSection(prompt: string, section: string): string {
  const rest = removeRulesSection(prompt);
  if (section === "") return rest;
  return `${rest}${rest === "" ? "" : separator}${delimitRulesSection(section)}`;
}

/**
 * Puts a section with rules between `<precept-rules>` and `</precept-rules>`. These tags in its text are escaped. Empty
 * if the section is empty.
 */
export function delimitRulesSection(section: string): string {
  if (section === "") return "";
  const text = section.replace(/<(?=\s*\/?\s*precept-rules\b)/gi, "&lt;").trimEnd();
  return `${opening}\n${text}\n${closing}`;
}

/** Removes every section that `addRulesSection` added to a text. */
export function removeRulesSection(text: string): string {
  if (!text.includes(closing)) return text;
  let rest = "";
  let end = 0;
  let start: number | undefined;
  // The last opening tag before a closing one begins the section: the tags are escaped in it.
  for (const { 0: tag, index } of text.matchAll(/<\/?precept-rules>/g)) {
    if (tag === opening) {
      start = index;
    } else if (start !== undefined) {
      const before = text.slice(end, start);
      rest += before.endsWith(separator) ? before.slice(0, -separator.length) : before;
      end = index + closing.length;
      start = undefined;
    }
  }
  return rest + text.slice(end);
}
