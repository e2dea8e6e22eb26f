import type { FormatSpec } from "../../model/spec.ts";
import { plainInclusions } from "../../format/plain-spec.ts";
import { createTriggerSpec, type TriggerSpec } from "./trigger-spec.ts";

const title = "Devin Desktop (Windsurf)";
const targets = ["windsurf", "devin"];
const source = "https://docs.devin.ai/desktop/cascade/memories";

/** The rules of Windsurf, which was renamed to Devin Desktop in June 2026. */
export const windsurfSpec: TriggerSpec = createTriggerSpec({
  id: "windsurf",
  title,
  targets,
  name: "Devin Desktop",
  triggers: {
    always_on: "always",
    model_decision: "agentRequested",
    glob: "fileMatch",
    manual: "manual",
    // An alternative to `model_decision`: https://docs.devin.ai/cli/extensibility/rules
    agent: "agentRequested",
  },
  source,
  globsSource: source,
});

const plain: Omit<FormatSpec, "id" | "limits"> = {
  title,
  targets,
  keys: [],
  inclusions: plainInclusions,
  describable: [],
  allowsUnknownKeys: false,
  source,
};

/** The legacy file `.windsurfrules`. */
export const windsurfRulesFileSpec: FormatSpec = { ...plain, id: "windsurfrules", limits: windsurfSpec.limits };

/** `global_rules.md`, the user's own rules. */
export const windsurfGlobalRulesSpec: FormatSpec = {
  ...plain,
  id: "windsurf-global",
  limits: [
    {
      max: 6000,
      unit: "characters",
      appliesTo: "eachFile",
      effect: "truncated",
      description: "Devin Desktop reads the first 6,000 characters of the global rules.",
    },
  ],
};
