import type { FormatFacts } from "../../format/facts.ts";
import { plainInclusions } from "../../format/plain-facts.ts";
import { createTriggerFacts, type TriggerFacts } from "./trigger-facts.ts";

const title = "Devin Desktop (Windsurf)";
const targets = ["windsurf", "devin"];
const source = "https://docs.devin.ai/desktop/cascade/memories";

/** The rules of Windsurf, which is called Devin Desktop since June 2026. */
export const windsurfFacts: TriggerFacts = createTriggerFacts({
  id: "windsurf",
  title,
  targets,
  name: "Devin Desktop",
  triggers: {
    always_on: "always",
    model_decision: "agentRequested",
    glob: "fileMatch",
    manual: "manual",
    // https://docs.devin.ai/cli/extensibility/rules knows it beside `model_decision`.
    agent: "agentRequested",
  },
  source,
  globsSource: source,
});

const plain: Omit<FormatFacts, "id" | "limits"> = {
  title,
  targets,
  keys: [],
  inclusions: plainInclusions,
  describes: [],
  keepsKeys: false,
  source,
};

/** `.windsurfrules`, the one file of old. */
export const windsurfRulesFileFacts: FormatFacts = { ...plain, id: "windsurfrules", limits: windsurfFacts.limits };

/** The rules of a person, in one file. */
export const windsurfGlobalRulesFacts: FormatFacts = {
  ...plain,
  id: "windsurf-global",
  limits: [
    {
      most: 6000,
      unit: "characters",
      of: "file",
      effect: "cut",
      meaning: "Devin Desktop reads the first 6,000 characters of the global rules.",
    },
  ],
};
