import { createTriggerSpec, type TriggerSpec } from "../windsurf/trigger-spec.ts";

const source = "https://antigravity.google/docs/rules-workflows";

/** Antigravity's rules, which have the same keys as Windsurf's. */
export const antigravitySpec: TriggerSpec = createTriggerSpec({
  id: "antigravity",
  title: "Antigravity",
  targets: ["antigravity"],
  name: "Antigravity",
  triggers: { always_on: "always", model_decision: "agentRequested", glob: "fileMatch", manual: "manual" },
  source,
  globsSource: source,
});
