import type { RuleCodec } from "@precept/core";
import type { Dialect } from "../model/dialect.ts";
import type { ToolSkills } from "../model/skill-host.ts";
import type { ReadGroup, ReadLocation } from "../model/tool-reads.ts";

/** The locations of a tool's own files in a project, without skills. Of one codec only, if one is given. */
export function ownLocations(dialect: Dialect, codec?: RuleCodec): readonly ReadLocation[] {
  return dialect.formats.flatMap((format) => {
    const isWanted = codec === undefined ? format.spec.schema !== "skill" : format.codec === codec;
    if (!isWanted) return [];
    return format.locations
      .filter(({ personal }) => personal !== true)
      .map(({ dir, files, nested, requires, unless }) => ({
        dir,
        codec: format.codec,
        ...(files !== undefined && { files }),
        ...(nested !== undefined && { nested }),
        ...(requires !== undefined && { requires }),
        ...(unless !== undefined && { unless }),
      }));
  });
}

/** Creates the group of a tool's own files. */
export function own(dialect: Dialect, codec?: RuleCodec): ReadGroup {
  return all(codec === undefined ? dialect.output.spec.source : sourceOf(dialect, codec), ...ownLocations(dialect, codec));
}

/** Creates a group of locations that the tool reads all. */
export function all(source: string, ...locations: readonly ReadLocation[]): ReadGroup {
  return { pick: "all", locations: atLeastOne(locations), source };
}

/** Creates a group of locations of which the tool reads the first file that exists in the root directory. */
export function firstInProject(source: string, ...locations: readonly ReadLocation[]): ReadGroup {
  return { pick: "firstInProject", locations: atLeastOne(locations), source };
}

/** Creates a group of locations of which the tool reads the first file that exists in each directory. */
export function firstInDirectory(source: string, ...locations: readonly ReadLocation[]): ReadGroup {
  return { pick: "firstInDirectory", locations: atLeastOne(locations), source };
}

/** Creates the group of the skills that a tool reads, in directories of its own and of other tools. */
export function skillsOf({ host, codec }: ToolSkills): ReadGroup {
  return all(host.source, ...host.dirs.map((dir) => ({ dir, codec, nested: host.nested === true })));
}

function sourceOf(dialect: Dialect, codec: RuleCodec): string {
  return dialect.formats.find((format) => format.codec === codec)?.spec.source ?? dialect.output.spec.source;
}

function atLeastOne(locations: readonly ReadLocation[]): readonly [ReadLocation, ...ReadLocation[]] {
  const [first, ...others] = locations;
  if (first === undefined) throw new Error("A group needs a location.");
  return [first, ...others];
}
