import type { FormatSpec } from "../../model/spec.ts";
import { createPlainSpec, plainInclusions } from "../../format/plain-spec.ts";

const title = "Augment";
const targets = ["augment", "augment-code", "augmentcode", "auggie"];
const source = "https://docs.augmentcode.com/cli/rules";

/** Augment's rules. In Augment's command-line tool, all rules always apply; `type` has no effect there. */
export const augmentSpec: FormatSpec = {
  id: "augment",
  title,
  targets,
  keys: [
    {
      name: "type",
      type: ["always_apply", "agent_requested", "manual"],
      field: "inclusion",
      description: "When the rule applies. Default `always_apply`.",
    },
    {
      name: "description",
      type: "string",
      field: "description",
      description: "What the rule is about. With `type: agent_requested`, the agent uses it to decide whether to read the rule.",
    },
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
  source,
};

/** The user's own rules. Augment ignores their front matter. */
export const augmentPersonalSpec: FormatSpec = {
  ...augmentSpec,
  id: "augment-personal",
  keys: [],
  inclusions: { ...plainInclusions, always: { syntax: "every file" } },
  describable: [],
};

/** The legacy file `.augment-guidelines`. */
export const augmentGuidelinesSpec: FormatSpec = createPlainSpec({ id: "augment-guidelines", title, targets, source });
