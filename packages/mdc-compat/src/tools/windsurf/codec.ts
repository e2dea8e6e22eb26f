import type { RuleCodec } from "@precept/core";
import { createTriggerCodec } from "./trigger-codec.ts";
import { createTriggerSpec, type TriggerSpec } from "./trigger-spec.ts";

/** The rules of Windsurf, which was renamed to Devin Desktop in June 2026. */
export const windsurfSpec: TriggerSpec = createTriggerSpec({
  id: "windsurf",
  title: "Devin Desktop (Windsurf)",
  targets: ["windsurf", "devin"],
  name: "Devin Desktop",
  triggers: {
    always_on: "always",
    model_decision: "agentRequested",
    glob: "fileMatch",
    manual: "manual",
    // An alternative to `model_decision`: https://docs.devin.ai/cli/extensibility/rules
    agent: "agentRequested",
  },
  source: "https://docs.devin.ai/desktop/cascade/memories",
});

/** Codec of the rules of Windsurf (now Devin Desktop), `.devin/rules/*.md` and `.windsurf/rules/*.md`. */
export const windsurf: RuleCodec = createTriggerCodec(windsurfSpec);
