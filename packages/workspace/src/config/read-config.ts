import {
  pushAll,
  checkGlob,
  compareLocations,
  isExclusion,
  isRecord,
  readYamlTree,
  type Diagnostic,
  type YamlTree,
  type YamlValue,
} from "@precept/core";
import { report } from "../diagnostic-catalogue.ts";
import type * as z from "zod/mini";
import type { Fixed } from "./config.ts";
import { adviseOnKey, type ConfigSchema } from "./setting-names.ts";

export interface ReadConfig<Settings> {
  /** The valid settings; undefined if the file cannot be parsed. */
  readonly config: Settings | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

type Issue = z.core.$ZodIssue;

/**
 * Parses and validates a configuration. Invalid settings are reported with their location and ignored.
 *
 * @param file the path as diagnostics show it.
 */
export function readConfig<Schema extends ConfigSchema>(
  text: string,
  file: string,
  schema: Schema,
): ReadConfig<Fixed<z.infer<Schema>>> {
  const yaml = readYamlTree(text, file);
  if (!("value" in yaml)) {
    const diagnostics = yaml.map(({ location, message }) => {
      const problem = message.replace(/\.$/, "");
      return report("config/yaml", location, `The configuration is not valid YAML, and none of it is used: ${problem}.`);
    });
    return { config: undefined, diagnostics };
  }
  const { value } = yaml;
  if (value === null || value === undefined) return { config: {} as Fixed<z.infer<Schema>>, diagnostics: [] };
  if (!isRecord(value)) {
    return { config: undefined, diagnostics: [report("config/not-a-mapping", yaml.locate([]))] };
  }
  const diagnostics: Diagnostic[] = checkIgnoreGlobs(value, yaml);
  for (;;) {
    const result = schema.safeParse(value);
    if (result.success)
      return { config: result.data as Fixed<z.infer<Schema>>, diagnostics: diagnostics.toSorted(compareLocations) };
    // All issues are reported before any value is removed. Values are removed from the end, so that the indexes of list
    // items stay valid.
    pushAll(
      diagnostics,
      result.error.issues.flatMap((issue) => [...reportIssue(issue, value, yaml, schema)]),
    );
    for (const issue of result.error.issues.toReversed()) removeInvalid(issue, value);
  }
}

function* reportIssue(issue: Issue, value: YamlValue, yaml: YamlTree, schema: ConfigSchema): Iterable<Diagnostic> {
  if (issue.code === "unrecognized_keys") {
    const path = issue.path.map(String);
    const inSection = path.length === 0 ? "" : ` of "${path.join(".")}"`;
    for (const key of issue.keys) {
      const message = `"${key}" is not a setting${inSection} and is ignored.`;
      yield report("config/unknown-key", yaml.locateKey([...path, key]), message, adviseOnKey(key, path, schema));
    }
    return;
  }
  const name = issue.path
    .map((key, at) => (typeof key === "number" ? `[${key}]` : `${at === 0 ? "" : "."}${String(key)}`))
    .join("");
  const written = issue.path.reduce<YamlValue | undefined>(child, value);
  yield report("config/invalid-value", yaml.locate(issue.path), `"${name}" ${issue.message}, not ${describeValue(written)}.`);
}

function removeInvalid(issue: Issue, value: YamlValue): void {
  if (issue.code === "unrecognized_keys") {
    const parent = issue.path.reduce<YamlValue | undefined>(child, value) as { [key: string]: YamlValue };
    for (const key of issue.keys) Reflect.deleteProperty(parent, key);
    return;
  }
  const parent = issue.path.slice(0, -1).reduce<YamlValue | undefined>(child, value);
  const key = issue.path.at(-1) as string | number;
  if (Array.isArray(parent)) parent.splice(Number(key), 1);
  else Reflect.deleteProperty(parent as object, key);
}

function child(node: YamlValue | undefined, key: PropertyKey): YamlValue | undefined {
  return (node as { [key: PropertyKey]: YamlValue })[key];
}

function describeValue(value: YamlValue | undefined): string {
  if (typeof value !== "object" || value === null)
    return value === undefined || value === null ? "nothing" : JSON.stringify(value);
  return Array.isArray(value) ? "a list" : "a mapping";
}

/** Checks the globs of `rules.ignore` and `policies.ignore` as in rules: the schema only checks the type. */
function checkIgnoreGlobs(value: YamlValue, yaml: YamlTree): Diagnostic[] {
  return ["rules", "policies"].flatMap((section) => {
    const path = [section, "ignore"];
    const globs = path.reduce<YamlValue | undefined>((node, key) => (isRecord(node) ? node[key] : undefined), value);
    if (!Array.isArray(globs)) return [];
    return globs.flatMap((glob, at) => {
      if (typeof glob !== "string") return [];
      return checkGlob(isExclusion(glob) ? glob.slice(1) : glob, yaml.locate([...path, at])) ?? [];
    });
  });
}
