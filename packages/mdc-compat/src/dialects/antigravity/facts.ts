import { createTriggerFacts, type TriggerFacts } from "../windsurf/trigger-facts.ts";

const source = "https://antigravity.google/docs/rules-workflows";

/** Antigravity's rules, which have the keys of Windsurf's. */
export const antigravityFacts: TriggerFacts = createTriggerFacts({
  id: "antigravity",
  title: "Antigravity",
  targets: ["antigravity"],
  name: "Antigravity",
  triggers: { always_on: "always", model_decision: "agentRequested", glob: "fileMatch", manual: "manual" },
  source,
  globsSource: source,
});
