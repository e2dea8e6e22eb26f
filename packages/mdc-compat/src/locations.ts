import type { RuleCodec } from "@precept/core";
import { cursor, mdc } from "./dialects/cursor/codec.ts";
import { precept } from "./dialects/precept/codec.ts";

/** A directory in which a tool keeps rule files, relative to the directory that they govern. */
export interface RuleLocation {
  readonly dir: string;
  readonly codec: RuleCodec;
}

/** Where rule files are looked for, in a project and in every directory below it. The order decides between rules of the same name. */
export const ruleLocations: readonly RuleLocation[] = [
  { dir: ".precept/rules", codec: precept },
  { dir: ".dataagent/rules", codec: precept },
  { dir: ".goagent/rules", codec: mdc },
  { dir: ".cursor/rules", codec: cursor },
];

/** The location that a directory is one of, by how its path ends. */
export function findLocation(path: string): RuleLocation | undefined {
  const slashed = `/${path.replaceAll("\\", "/").replace(/\/+$/, "")}`;
  return ruleLocations.find(({ dir }) => slashed.endsWith(`/${dir}`));
}
