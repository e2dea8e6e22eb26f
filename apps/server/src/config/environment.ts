import { delimiter } from "node:path";
import { nearestNames } from "@precept/core";
import { validateSettings, type ReadSettings } from "./problems.ts";
import { resolvePaths } from "./read-config-file.ts";
import { serverConfigJsonSchema } from "./schema.ts";

const prefix = "PRECEPT_SERVER_";

/** An environment variable of the server. */
export interface ServerVariable {
  readonly name: string;
  /** The path of the setting, such as `["tls", "cert"]`. */
  readonly path: readonly string[];
  readonly kind: "text" | "integer" | "list" | "paths" | "projects";
  readonly description: string;
}

interface Schema {
  readonly type?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

/**
 * All environment variables: one for each setting, with `_` between the parts of its name. Lists of sections have none,
 * except for the projects, whose directories suffice.
 */
export const serverVariables: readonly ServerVariable[] = variablesOf(serverConfigJsonSchema() as Schema, []);

function variablesOf({ properties = {} }: Schema, above: readonly string[]): readonly ServerVariable[] {
  return Object.entries(properties).flatMap(([key, schema]): readonly ServerVariable[] => {
    const path = [...above, key];
    if (schema.properties !== undefined) return variablesOf(schema, path);
    if (above.length > 0 && schema.items?.properties !== undefined) return [];
    return [
      {
        name: prefix + path.join("_").toUpperCase(),
        path,
        kind: kindOf(key, schema),
        description: describeVariable(key, schema),
      },
    ];
  });
}

function kindOf(key: string, { type }: Schema): ServerVariable["kind"] {
  if (key === "projects" || key === "trusted_dirs") return key === "projects" ? "projects" : "paths";
  if (type === "array") return "list";
  return type === "integer" ? "integer" : "text";
}

function describeVariable(key: string, { type, description = "" }: Schema): string {
  if (key === "projects") return "The directories of the projects, separated as in PATH.";
  if (key === "trusted_dirs") return `${description} Separated as in PATH.`;
  return type === "array" ? `${description} Separated by commas.` : description;
}

/** Reads environment variables. Empty ones count as unset, unknown ones are problems. Paths are relative to `cwd`. */
export function readEnvironment(env: Readonly<Record<string, string | undefined>>, cwd: string): ReadSettings {
  const written: Record<string, unknown> = {};
  const variables = new Map(serverVariables.map((variable) => [variable.name, variable]));
  const unknown: string[] = [];
  for (const [name, value] of Object.entries(env)) {
    if (!name.startsWith(prefix) || value === undefined || value === "") continue;
    const variable = variables.get(name);
    if (variable === undefined) unknown.push(`${name}: This is not a variable of the server. ${adviseOn(name)}`);
    else set(written, variable.path, parse(variable, value));
  }
  const { settings, problems } = validateSettings(written, nameOf);
  return { settings: resolvePaths(settings, cwd), problems: [...unknown, ...problems], locate: nameOf };
}

function adviseOn(name: string): string {
  // Without what all names have in common
  const [similar] = nearestNames(
    name.slice(prefix.length),
    variableNames().map((one) => one.slice(prefix.length)),
    1,
  );
  return similar !== undefined ? `Did you mean ${prefix}${similar}?` : `The variables are ${variableNames().join(", ")}.`;
}

function variableNames(): readonly string[] {
  return serverVariables.map(({ name }) => name);
}

/** The name of the variable of a setting. A list is one variable, and so is a project. */
function nameOf(path: readonly PropertyKey[]): string {
  const found = serverVariables.find((variable) => variable.path.every((part, at) => path[at] === part));
  return found?.name ?? prefix + path.map(String).join("_").toUpperCase();
}

function parse({ kind }: ServerVariable, value: string): unknown {
  const items = (separator: string): string[] =>
    value
      .split(separator)
      .map((item) => item.trim())
      .filter((item) => item !== "");
  switch (kind) {
    case "integer":
      return /^\d+$/.test(value.trim()) ? Number(value) : value;
    case "list":
      return items(",");
    case "paths":
      return items(delimiter);
    case "projects":
      return items(delimiter).map((dir) => ({ dir }));
    case "text":
      return value;
  }
}

function set(target: Record<string, unknown>, [key = "", ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) target[key] = value;
  else set((target[key] ??= {}) as Record<string, unknown>, rest, value);
}
