import { descriptionKey } from "../../format/description-key.ts";
import type { FormatSpec } from "../../model/spec.ts";
import { plainInclusions } from "../../format/plain-codec.ts";

/** Augment's rules. In Augment's command-line tool, all rules always apply; `type` has no effect there. */
export const augmentSpec: FormatSpec = {
  id: "augment",
  title: "Augment",
  targets: ["augment", "augment-code", "augmentcode", "auggie"],
  keys: [
    {
      name: "type",
      type: ["always_apply", "agent_requested", "manual"],
      field: "inclusion",
      description: "When the rule applies. Default `always_apply`.",
    },
    descriptionKey("With `type: agent_requested`"),
  ],
  inclusions: {
    always: { syntax: "`type: always_apply`, or no front matter" },
    fileMatch: { fallback: "agentRequested" },
    agentRequested: { syntax: "`type: agent_requested`, `description`" },
    manual: { syntax: "`type: manual`" },
    relevant: { fallback: "agentRequested" },
  },
  describable: ["always", "agentRequested", "manual"],
  allowsUnknownKeys: true,
  limits: [],
  source: "https://docs.augmentcode.com/cli/rules",
};

/** The user's own rules. Augment ignores their front matter. */
export const augmentPersonalSpec: FormatSpec = {
  ...augmentSpec,
  id: "augment-personal",
  keys: [],
  inclusions: { ...plainInclusions, always: { syntax: "every file" } },
  describable: [],
};
