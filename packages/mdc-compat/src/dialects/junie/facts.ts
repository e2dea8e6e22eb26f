import type { FormatFacts } from "../../format/facts.ts";
import { plainFacts } from "../../format/plain-facts.ts";

/** Junie's guidelines. A path that is set in the IDE is not read here. */
export const junieFacts: FormatFacts = plainFacts({
  id: "junie",
  title: "Junie",
  targets: ["junie"],
  source: "https://junie.jetbrains.com/docs/guidelines-and-memory.html",
});
