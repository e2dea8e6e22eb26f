import type { Prompt } from "./prompt.ts";
import { rulePrompt } from "./rule-prompt.ts";

const all = [rulePrompt] as const;

/** The names of the prompts. */
export type PromptName = (typeof all)[number]["name"];

/** The prompts, in the order in which they are listed. */
export const prompts: readonly Prompt<PromptName>[] = all;
