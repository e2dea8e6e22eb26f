import type { RuleCodec } from "@precept/core";
import type { Dialect, FormatPlace } from "./dialect.ts";
import { dialects } from "./dialects.ts";

/** A place in which a tool keeps rules. */
export interface RuleLocation extends FormatPlace {
  readonly dialect: Dialect;
  readonly codec: RuleCodec;
}

/** Where rule files are looked for, in the order of the dialects. */
export const ruleLocations: readonly RuleLocation[] = dialects.flatMap((dialect) =>
  dialect.formats.flatMap(({ codec, places }) => places.map((place) => ({ ...place, dialect, codec }))),
);

/** The location that a directory is one of, by how its path ends. */
export function findLocation(path: string): RuleLocation | undefined {
  const slashed = `/${path.replaceAll("\\", "/").replace(/\/+$/, "")}`;
  return ruleLocations.find(({ dir, files }) => dir !== "" && files === undefined && slashed.endsWith(`/${dir}`));
}

/** The location that a single file is one of, by how its path ends: `.junie/AGENTS.md` is another than `AGENTS.md`. */
export function findFileLocation(path: string): RuleLocation | undefined {
  const slashed = `/${path.replaceAll("\\", "/")}`;
  return ruleLocations
    .filter(({ dir, files = [] }) => files.some((file) => slashed.endsWith(dir === "" ? `/${file}` : `/${dir}/${file}`)))
    .toSorted((left, right) => right.dir.length - left.dir.length)[0];
}
