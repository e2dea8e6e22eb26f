import type { RuleCodec } from "@precept/core";
import type { Dialect, DialectOutput, ImportingFile, RuleFormat } from "../model/dialect.ts";
import type { ToolSkills } from "../model/skill-host.ts";
import type { ReadGroup, ReadLocation } from "../model/tool-reads.ts";
import { defineSkills, type SkillRow } from "../skills/define-skills.ts";
import type { DialectId } from "../tools.ts";
import { agents } from "./agents-codec.ts";
import { createPlainCodec, createPlainSpec, type PlainFormat, type PlainSpec } from "../format/plain-codec.ts";

/** The rule files of one tool: `rule-files.ts` in its folder. */
export interface ToolRuleFiles {
  readonly dialect: Dialect;
  /** Absent if the tool reads no skills. */
  readonly skills?: ToolSkills;
  /** The files that the tool reads in a project, in its order, including the files of other tools. */
  readonly reads: readonly ReadGroup[];
  /** Whether the tool reads a file and links to it once. Default false, also where it is not known. */
  readonly readsLinksOnce?: boolean;
  /** What `reads` cannot say, because it depends on more than paths: complete sentences for the reference page. */
  readonly remarks?: readonly string[];
}

/** What is special about the rule files of a tool. `defineRuleFiles` fills in what most tools have in common. */
interface RuleFilesRow extends Pick<ToolRuleFiles, "remarks" | "readsLinksOnce"> {
  readonly id: DialectId;
  readonly title: string;
  /** Default: none. */
  readonly aliases?: readonly string[];
  /** The tool's own formats. An export writes the first one. */
  readonly formats: readonly [RuleFormat | PlainRow, ...(RuleFormat | PlainRow)[]];
  /**
   * The files that an export writes. Default: one file per rule in the first location of the first format, nested if
   * that location is. `file`: one file for all rules.
   */
  readonly output?: Partial<Omit<Extract<DialectOutput, { kind: "files" }>, "kind" | "spec" | "codec">> | JoinedOutput;
  /** Default: the tool cannot import the shared file of other tools. `format`: the id of one of its formats. */
  readonly importing?: Omit<ImportingFile, "format"> & { readonly format: string };
  /** Default: the tool reads no skills. */
  readonly skills?: Omit<SkillRow, "id" | "title">;
  /** What the tool reads, apart from skills, which it reads last. Default: its own files. */
  readonly reads?: readonly DefineGroup[];
}

interface JoinedOutput {
  readonly file: string;
  /** Default false. */
  readonly nested?: boolean;
}

type PlainRow = Omit<PlainFormat, "spec"> & Pick<RuleFormat, "locations"> & Partial<PlainSpec> & Pick<PlainSpec, "source">;

export function defineRuleFiles({ id, title, aliases = [], formats, output = {}, ...row }: RuleFilesRow): ToolRuleFiles {
  const complete = (format: RuleFormat | PlainRow): RuleFormat =>
    "codec" in format ? format : createPlainFormat({ id, title, targets: [id, ...aliases], ...format });
  const { reads = [own()], remarks, readsLinksOnce, importing } = row;
  const [first, ...others] = formats;
  const { spec, codec, locations } = complete(first);
  const skills = row.skills && defineSkills({ id, title, ...row.skills });
  const allFormats: Dialect["formats"] = [{ spec, codec, locations }, ...others.map(complete), ...(skills?.formats ?? [])];
  const dialect: Dialect = {
    id,
    title,
    aliases,
    formats: allFormats,
    output:
      "file" in output
        ? { kind: "joined", spec, codec, nested: false, ...output }
        : { kind: "files", spec, codec, dir: locations[0].dir, nested: locations[0].nested === true, ...output },
    ...(importing !== undefined && { importing: { ...importing, format: findFormat(allFormats, importing.format) } }),
  };
  return {
    dialect,
    ...(skills !== undefined && { skills: { host: skills.host, codec: skills.codec } }),
    reads: [...reads.map((define) => define(dialect)), ...(skills === undefined ? [] : [readSkills(skills)])],
    ...(readsLinksOnce !== undefined && { readsLinksOnce }),
    ...(remarks !== undefined && { remarks }),
  };
}

function createPlainFormat(row: PlainRow & PlainSpec): RuleFormat {
  const spec = createPlainSpec(row);
  return { spec, codec: createPlainCodec({ ...row, spec }), locations: row.locations };
}

type DefineGroup = (dialect: Dialect) => ReadGroup;

/** Files that a tool reads in a project, by default in its root directory. */
interface ReadRow extends Partial<Omit<ReadLocation, "codec">> {
  /** How the tool parses them: a codec, or the id of one of its own formats. Default: as plain text. */
  readonly as?: RuleCodec | string;
}

/** The tool's own files without skills. Of one format only, if its id is given. */
export function own(id?: string): DefineGroup {
  return (dialect) => {
    const format = id === undefined ? undefined : findFormat(dialect.formats, id);
    const wanted = format === undefined ? dialect.formats.filter(({ spec }) => spec.schema !== "skill") : [format];
    const locations = wanted.flatMap((one) =>
      one.locations.filter(({ personal }) => personal !== true).map((location) => ({ ...location, codec: one.codec })),
    );
    return createGroup("all", (format ?? dialect.output).spec.source, locations);
  };
}

function findFormat(formats: readonly RuleFormat[], id: string): RuleFormat {
  const format = formats.find(({ spec }) => spec.id === id);
  if (format === undefined) throw new Error(`No format ${id}.`);
  return format;
}

/** Files of which the tool reads every one. */
export function all(source: string, ...rows: readonly ReadRow[]): DefineGroup {
  return (dialect) => createGroup("all", source, locate(rows, dialect));
}

/** Files of which the tool reads the first one that exists in the root directory. */
export function firstInProject(source: string, ...rows: readonly ReadRow[]): DefineGroup {
  return (dialect) => createGroup("firstInProject", source, locate(rows, dialect));
}

/** Files of which the tool reads the first one that exists in each directory. */
export function firstInDirectory(source: string, ...rows: readonly ReadRow[]): DefineGroup {
  return (dialect) => createGroup("firstInDirectory", source, locate(rows, dialect));
}

function readSkills({ host, codec }: ToolSkills): ReadGroup {
  return createGroup(
    "all",
    host.source,
    host.dirs.map((dir) => ({ dir, codec, nested: host.nested === true })),
  );
}

function locate(rows: readonly ReadRow[], dialect: Dialect): readonly ReadLocation[] {
  return rows.map(({ dir = "", as = agents, ...row }) => {
    const codec = typeof as === "string" ? findFormat(dialect.formats, as).codec : as;
    return { dir, codec, ...row };
  });
}

function createGroup(pick: ReadGroup["pick"], source: string, locations: readonly ReadLocation[]): ReadGroup {
  const [first, ...others] = locations;
  if (first === undefined) throw new Error("A group needs a location.");
  return { pick, locations: [first, ...others], source };
}
