import type { FormatFacts } from "../../format/facts.ts";
import { plainFacts, plainInclusions } from "../../format/plain-facts.ts";

const title = "Augment";
const targets = ["augment", "augment-code", "augmentcode", "auggie"];
const source = "https://docs.augmentcode.com/cli/rules";

/** Augment's rules. On the command line all of them always apply, whatever they say. */
export const augmentFacts: FormatFacts = {
  id: "augment",
  title,
  targets,
  keys: [
    {
      name: "type",
      type: ["always_apply", "agent_requested", "manual"],
      field: "inclusion",
      meaning: "When the rule applies. Default `always_apply`.",
    },
    {
      name: "description",
      type: "text",
      field: "description",
      meaning: "By which `type: agent_requested` offers the rule to the agent.",
    },
  ],
  inclusions: {
    always: { written: "`type: always_apply`, or no front matter" },
    fileMatch: { becomes: "agentRequested" },
    agentRequested: { written: "`type: agent_requested`, `description`" },
    manual: { written: "`type: manual`" },
    relevant: { becomes: "agentRequested" },
  },
  describes: ["always", "agentRequested", "manual"],
  keepsKeys: true,
  limits: [],
  source,
};

/** A person's own rules, of whose front matter Augment takes no notice. */
export const augmentPersonalFacts: FormatFacts = {
  ...augmentFacts,
  id: "augment-personal",
  keys: [],
  inclusions: { ...plainInclusions, always: { written: "every file" } },
  describes: [],
};

/** `.augment-guidelines`, the one file of old. */
export const augmentGuidelinesFacts: FormatFacts = plainFacts({ id: "augment-guidelines", title, targets, source });
