import type { DialectId } from "../tools.ts";
import type { Dialect, FormatLocation } from "../model/dialect.ts";
import type { FormatSpec, ImportSpec, LimitSpec } from "../model/spec.ts";
import type { ToolSkills } from "../model/skill-host.ts";
import { createPlainCodec } from "./plain-codec.ts";
import { createPlainSpec } from "./plain-spec.ts";

/** A tool whose only rule files are plain text. */
export interface PlainTool {
  readonly id: DialectId;
  readonly title: string;
  readonly aliases?: readonly string[];
  readonly locations: readonly [FormatLocation, ...FormatLocation[]];
  /** Extensions of the rule files. Default `.md`. */
  readonly extensions?: readonly string[];
  /** Whether a file in one of the directories is a rule. Default: every file with one of the extensions. */
  readonly accepts?: (path: string) => boolean;
  readonly imports?: ImportSpec;
  readonly limits?: readonly LimitSpec[];
  readonly skills?: ToolSkills;
  /** The file, or the directory, that an export writes. */
  readonly output: { readonly file: string; readonly nested: boolean } | { readonly dir: string };
  /** URL of the documentation. */
  readonly source: string;
}

/** Creates the spec of a tool with plain text rule files. */
function specOf({ id, title, aliases = [], imports, limits, source }: PlainTool): FormatSpec {
  return createPlainSpec({
    id,
    title,
    targets: [id, ...aliases],
    ...(imports !== undefined && { imports }),
    ...(limits !== undefined && { limits }),
    source,
  });
}

/** Creates the dialect of a tool whose only rule files, besides skills, are plain text. */
export function createPlainDialect(tool: PlainTool): Dialect {
  const { id, title, aliases = [], locations, extensions = [".md"], accepts, skills, output } = tool;
  const spec = specOf(tool);
  const codec = createPlainCodec({
    spec,
    extensions,
    ...(accepts !== undefined && { accepts }),
    ...(tool.imports !== undefined && { imports: true }),
  });
  return {
    id,
    title,
    aliases,
    formats: [{ spec, codec, locations }, ...(skills?.formats ?? [])],
    output:
      "file" in output ? { kind: "joined", spec, codec, ...output } : { kind: "files", spec, codec, ...output, nested: false },
  };
}
