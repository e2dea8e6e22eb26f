import { nearestNames } from "@precept/core";
import { z } from "zod";
import { serverConfigSchema, type ServerConfig } from "./schema.ts";

/** Returns where a value or a key was written: `server.yaml:3:7`, `PRECEPT_SERVER_PORT` or `--port`. */
export type Locate = (path: readonly PropertyKey[], what?: "key") => string;

/** Settings of one source, and its problems as lines of text. */
export interface ReadSettings {
  readonly settings: ServerConfig;
  readonly problems: readonly string[];
  readonly locate: Locate;
}

export function validateSettings(written: unknown, locate: Locate): ReadSettings {
  const { success, data, error } = serverConfigSchema.safeParse(written);
  if (success) return { settings: data, problems: [], locate };
  const problems = error.issues.flatMap((issue) => describeIssue(issue, written, locate));
  const invalid = new Set(error.issues.map((issue) => (issue.path.length === 0 ? undefined : String(issue.path[0]))));
  const rest = Object.fromEntries(
    Object.entries(typeof written === "object" && written !== null ? written : {}).filter(
      ([key]) => key in serverConfigSchema.shape && !invalid.has(key),
    ),
  );
  // The other settings are used to find further problems, such as missing files.
  return { settings: serverConfigSchema.safeParse(rest).data ?? {}, problems, locate };
}

function describeIssue(issue: z.core.$ZodIssue, written: unknown, locate: Locate): readonly string[] {
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => {
      const inSection = issue.path.length === 0 ? "" : ` of "${nameOf(issue.path)}"`;
      return `${locate([...issue.path, key], "key")}: ${JSON.stringify(key)} is not a setting${inSection}. ${adviseOnKey(key, issue.path)}`;
    });
  }
  const value = issue.path.reduce<unknown>((node, key) => (node as Record<PropertyKey, unknown> | undefined)?.[key], written);
  if (issue.path.length === 0) return [`${locate([])}: The configuration ${issue.message}, not ${describe(value)}.`];
  const isMissing = value === undefined && issue.code === "invalid_type";
  const what = isMissing ? "is missing" : `${issue.message}, not ${describe(value)}`;
  return [`${locate(issue.path)}: "${nameOf(issue.path)}" ${what}.`];
}

function adviseOnKey(key: string, path: readonly PropertyKey[]): string {
  const names = settingNames(serverConfigSchema);
  const section = path.filter((part) => typeof part === "string").join(".");
  const inSection = names.filter((name) => parentOf(name) === section);
  const similar = nearestNames(key, inSection.map(lastOf));
  const intended = similar.length > 0 ? similar : nearestNames(key, names);
  if (intended.length > 0) return `Did you mean ${intended.map((name) => `"${name}"`).join(" or ")}?`;
  return `The settings${section === "" ? "" : ` of "${section}"`} are ${inSection.map(lastOf).join(", ")}.`;
}

/** The names of all settings, with their sections: `limits.body_bytes`. */
function settingNames(schema: z.ZodType, above = ""): readonly string[] {
  const inner = schema instanceof z.ZodOptional ? (schema.unwrap() as z.ZodType) : schema;
  if (inner instanceof z.ZodArray) return settingNames(inner.element as z.ZodType, above);
  if (!(inner instanceof z.ZodObject)) return [];
  return Object.entries(inner.shape as Record<string, z.ZodType>).flatMap(([key, child]) => {
    const name = above === "" ? key : `${above}.${key}`;
    return [name, ...settingNames(child, name)];
  });
}

function parentOf(name: string): string {
  return name.includes(".") ? name.slice(0, name.lastIndexOf(".")) : "";
}

function lastOf(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1);
}

function nameOf(path: readonly PropertyKey[]): string {
  return path.map((key, at) => (typeof key === "number" ? `[${key}]` : `${at === 0 ? "" : "."}${String(key)}`)).join("");
}

function describe(value: unknown): string {
  if (value === undefined || value === null) return "nothing";
  if (typeof value === "object") return Array.isArray(value) ? "a list" : "a mapping";
  return JSON.stringify(value);
}
