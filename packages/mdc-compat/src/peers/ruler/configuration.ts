import { isRecord, type Json } from "@precept/core";
import { parse } from "smol-toml";
import { readStrings } from "../../format/read-values.ts";
import { describeSettings, describeTools } from "../tool-names.ts";

/** Keys of `agents` that are no tools. */
const agentSettings = new Set(["enabled", "include_in_rules", "cleanup_orphaned"]);

/** Says what an import does not carry over from `ruler.toml`. */
export function describeConfiguration(text: string): readonly string[] {
  let parsed: Record<string, unknown>;
  try {
    parsed = parse(text);
  } catch (error) {
    const [line = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
    return [`It is not read, because it is not valid TOML: ${line}.`];
  }
  const { default_agents: chosen, nested, agents, ...others } = parsed;
  const entries = Object.entries(isRecord(agents) ? agents : {});
  const disabled = entries.flatMap(([tool, settings]) => (isRecord(settings) && settings["enabled"] === false ? [tool] : []));
  const tools = readStrings(chosen as Json).filter((tool) => !disabled.includes(tool));
  const ofTools = entries.flatMap(([tool, settings]) =>
    isRecord(settings)
      ? Object.keys(settings).flatMap((key) => (key === "enabled" ? [] : [`agents.${tool}.${key}`]))
      : agentSettings.has(tool)
        ? [`agents.${tool}`]
        : [],
  );
  return [
    ...describeTools(tools),
    ...(disabled.length > 0 ? [`It writes nothing for ${disabled.join(", ")}: leave them out of \`--to\`.`] : []),
    ...(nested === true ? ["The rules of `.ruler` in subdirectories apply below those, as `nested` says."] : []),
    ...describeSettings([...ofTools, ...Object.keys(others)]),
  ];
}
