import { isRecord } from "@precept/core";

/** What a manifest names where it replaces the default directory of a component. */
const components = ["rules", "skills", "commands", "agents", "hooks", "mcpServers"];

/** Says what an import does not carry over from the manifest of a plugin or of a marketplace. */
export function describeManifest(text: string, option: string): readonly string[] {
  let manifest: unknown;
  try {
    manifest = JSON.parse(text);
  } catch (error) {
    return [`It is not read, because it is not valid JSON: ${error instanceof Error ? error.message : String(error)}.`];
  }
  if (!isRecord(manifest)) return ["It is not read, because it is not a JSON object."];
  const { plugins } = manifest;
  if (Array.isArray(plugins)) return plugins.flatMap((plugin) => describePlugin(plugin, option));
  return components.flatMap((name) => {
    const paths = [manifest[name]].flat().filter((path) => typeof path === "string");
    const others = paths.filter((path) => normalise(path) !== name);
    return others.length === 0 ? [] : [`Its \`${name}\` are in ${others.join(", ")}, where the import does not look.`];
  });
}

/** Says how to import a plugin that a marketplace lists: its rules apply to the project that installs it. */
function describePlugin(plugin: unknown, option: string): readonly string[] {
  if (!isRecord(plugin)) return [];
  const name = String(plugin["name"]);
  const { source } = plugin;
  if (typeof source !== "string") return [`The plugin ${name} is not in this project.`];
  const dir = normalise(source);
  if (dir === "" || dir === ".") return [];
  return [`The plugin ${name} is imported with \`precept import --from ${option} --root ${dir}\`.`];
}

function normalise(path: string): string {
  return path.replace(/^\.\//, "").replace(/\/+$/, "");
}
