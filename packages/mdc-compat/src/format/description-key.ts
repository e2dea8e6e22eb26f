import type { KeySpec } from "../model/spec.ts";

/**
 * The key `description`, which most formats have.
 *
 * @param condition when the agent chooses by it, as the start of a sentence. Default: never.
 * @param what the format calls its files. Default `rule`.
 */
export function descriptionKey(condition?: string, what = "rule"): KeySpec {
  const use = condition === undefined ? "" : ` ${condition}, the agent uses it to decide whether to read the ${what}.`;
  return { name: "description", type: "string", field: "description", description: `What the ${what} is about.${use}` };
}
