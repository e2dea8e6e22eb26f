import type { RuleCodec } from "@precept/core";
import type { Dialect, FormatLocation } from "../model/dialect.ts";
import { dialects } from "./dialects.ts";

/** A location that a tool reads rules from, with its dialect and codec. */
export interface RuleLocation extends FormatLocation {
  readonly dialect: Dialect;
  readonly codec: RuleCodec;
}

/** All rule locations of all dialects, in order of precedence. */
export const ruleLocations: readonly RuleLocation[] = dialects.flatMap((dialect) =>
  dialect.formats.flatMap(({ codec, locations }) => locations.map((location) => ({ ...location, dialect, codec }))),
);

/** Finds the location of a rule directory by the end of its path: `/home/ann/shop/.cursor/rules` is `.cursor/rules`. */
export function findLocation(path: string): RuleLocation | undefined {
  const posixPath = `/${path.replaceAll("\\", "/").replace(/\/+$/, "")}`;
  return ruleLocations.find(({ dir, files }) => dir !== "" && files === undefined && posixPath.endsWith(`/${dir}`));
}

/** Finds the location of a single rule file by the longest end of its path: `.junie/AGENTS.md` before `AGENTS.md`. */
export function findFileLocation(path: string): RuleLocation | undefined {
  const posixPath = `/${path.replaceAll("\\", "/")}`;
  return ruleLocations
    .filter(({ dir, files = [] }) => files.some((file) => posixPath.endsWith(dir === "" ? `/${file}` : `/${dir}/${file}`)))
    .toSorted((left, right) => right.dir.length - left.dir.length)[0];
}

/** The names of single rule files, relative to the directory that their rules apply to. */
export const ruleFileNames: ReadonlySet<string> = new Set(
  ruleLocations.flatMap(({ dir, files = [], personal }) =>
    personal === true ? [] : files.map((file) => (dir === "" ? file : `${dir}/${file}`)),
  ),
);

/** Whether a path is a directory or in it. Undefined and the empty string stand for the project. */
export function isWithin(inner = "", outer = ""): boolean {
  return outer === "" || inner === outer || inner.startsWith(`${outer}/`);
}
