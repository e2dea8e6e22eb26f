import type { FormatFacts } from "../../format/facts.ts";
import { plainFacts } from "../../format/plain-facts.ts";

/** Zed's instructions. */
export const zedFacts: FormatFacts = plainFacts({
  id: "zed",
  title: "Zed",
  targets: ["zed"],
  source: "https://zed.dev/docs/ai/instructions",
});
