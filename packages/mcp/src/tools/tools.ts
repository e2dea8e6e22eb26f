import { ruleEngine } from "./rule-engine-tool.ts";
import type { Tool } from "./tool.ts";

/** The tools, in the order in which they are listed. Each policy has a tool of its own as well: see `policy-tools.ts`. */
export const tools: readonly Tool[] = [ruleEngine];
