import { addRulesSection } from "@precept/middleware";
import type { PromptMessage } from "./model-call-params.ts";

/**
 * Adds the section with rules to the last of the system messages at the start of a prompt, in place of an earlier
 * section, so that the messages before it stay in the provider's prompt cache. A prompt that starts with another
 * message gets a system message.
 */
export function addRules(prompt: readonly PromptMessage[], section: string): PromptMessage[] {
  const firstOther = prompt.findIndex(({ role }) => role !== "system");
  const end = firstOther === -1 ? prompt.length : firstOther;
  const before = prompt.slice(0, Math.max(0, end - 1));
  const target: PromptMessage = prompt[end - 1] ?? { role: "system", content: "" };
  const content = addRulesSection(typeof target.content === "string" ? target.content : "", section);
  return [...before, ...(content === "" ? [] : [{ ...target, content }]), ...prompt.slice(end)];
}
