import type { Inclusion } from "@precept/core";
import type { FormatFacts, InclusionFacts } from "./facts.ts";

/** What a file that is nothing but text can say: only that its rule always applies. */
export const plainInclusions: Readonly<Record<Inclusion, InclusionFacts>> = {
  always: { written: "the whole file" },
  fileMatch: { becomes: "always" },
  agentRequested: { becomes: "always" },
  manual: { becomes: "always" },
  relevant: { becomes: "always" },
};

type Told = "id" | "title" | "targets" | "source";

/** The facts about files that are nothing but text, of which only what is special is given. */
export function plainFacts(told: Pick<FormatFacts, Told> & Partial<FormatFacts>): FormatFacts {
  return { keys: [], inclusions: plainInclusions, describes: [], keepsKeys: false, limits: [], ...told };
}
