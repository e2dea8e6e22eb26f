import type { FormatFacts } from "../../format/facts.ts";
import { plainFacts } from "../../format/plain-facts.ts";

/** What OpenCode makes of `AGENTS.md`. The files that `instructions` of `opencode.json` names are not read here. */
export const opencodeFacts: FormatFacts = plainFacts({
  id: "opencode",
  title: "OpenCode",
  targets: ["opencode"],
  source: "https://opencode.ai/docs/rules/",
});
