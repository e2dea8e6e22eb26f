import { evaluate, parse } from "@humanwhocodes/momoa";
import { isRecord, type Json } from "@precept/core";
import { readStrings } from "../../format/read-values.ts";
import { describeSettings, describeTools } from "../tool-names.ts";

/** Says what an import does not carry over from `rulesync.jsonc`. */
export function describeConfiguration(text: string): readonly string[] {
  let parsed: unknown;
  try {
    parsed = evaluate(parse(text.replace(/^\uFEFF/, ""), { mode: "jsonc", allowTrailingCommas: true }));
  } catch (error) {
    return [`It is not read, because it is not valid JSON: ${error instanceof Error ? error.message : String(error)}.`];
  }
  if (!isRecord(parsed)) return ["It is not read, because it is no JSON object."];
  const { $schema: _, targets, features, ...others } = parsed;
  const tools = isRecord(targets) ? Object.keys(targets) : readStrings((targets ?? null) as Json);
  const wanted = [features, ...(isRecord(targets) ? Object.values(targets) : [])].flatMap(listFeatures);
  const otherFeatures = [...new Set(wanted)].filter((feature) => feature !== "rules" && feature !== "*");
  return [
    ...(tools.includes("*")
      ? ["It writes for all tools: `precept export --to` names those to write for, and `detected` those that the project uses."]
      : describeTools(tools)),
    ...(otherFeatures.length > 0 ? [`Only rules are imported, and not its ${otherFeatures.join(", ")}.`] : []),
    ...describeSettings(Object.keys(others)),
  ];
}

/** Features are a list, or an object whose values are true, false or options. */
function listFeatures(value: unknown): readonly string[] {
  if (!isRecord(value)) return readStrings((value ?? null) as Json);
  return Object.entries(value).flatMap(([feature, wanted]) => (wanted === false ? [] : [feature]));
}
