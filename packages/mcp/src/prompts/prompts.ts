import type { Prompt } from "./prompt.ts";
import { rulePrompt } from "./rule-prompt.ts";

/** The prompts, in the order in which they are listed. */
export const prompts: readonly Prompt[] = [rulePrompt];
