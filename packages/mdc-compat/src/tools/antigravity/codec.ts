import type { RuleCodec } from "@precept/core";
import { createTriggerCodec } from "../windsurf/trigger-codec.ts";
import { createTriggerSpec, type TriggerSpec } from "../windsurf/trigger-spec.ts";

/** Antigravity's rules, which have the same keys as Windsurf's. */
export const antigravitySpec: TriggerSpec = createTriggerSpec({
  id: "antigravity",
  title: "Antigravity",
  targets: ["antigravity"],
  name: "Antigravity",
  triggers: { always_on: "always", model_decision: "agentRequested", glob: "fileMatch", manual: "manual" },
  source: "https://antigravity.google/docs/rules-workflows",
});

/** Codec of Antigravity's rules, `.agents/rules/*.md` and `.agent/rules/*.md`. */
export const antigravity: RuleCodec = createTriggerCodec(antigravitySpec);
