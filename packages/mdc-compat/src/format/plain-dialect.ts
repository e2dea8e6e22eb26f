import type { DialectId } from "../model/dialect-id.ts";
import type { Dialect, FormatLocation } from "../model/dialect.ts";
import type { FormatSpec, ImportSpec, LimitSpec } from "../model/spec.ts";
import { skillFormats } from "../skills/formats.ts";
import { createPlainCodec } from "./plain-codec.ts";
import { createPlainSpec } from "./plain-spec.ts";

/** A tool whose only rule files are plain text. */
export interface PlainTool<Id extends DialectId> {
  readonly id: Id;
  readonly title: string;
  readonly aliases?: readonly string[];
  readonly locations: readonly [FormatLocation, ...FormatLocation[]];
  /** Extensions of the rule files. Default `.md`. */
  readonly extensions?: readonly string[];
  /** Whether a file in one of the directories is a rule. Default: every file with one of the extensions. */
  readonly accepts?: (path: string) => boolean;
  readonly imports?: ImportSpec;
  readonly limits?: readonly LimitSpec[];
  /** The file, or the directory, that an export writes. */
  readonly output: { readonly file: string; readonly nested: boolean } | { readonly dir: string };
  /** URL of the documentation. */
  readonly source: string;
}

/** Creates the spec of a tool with plain text rule files. */
function specOf({ id, title, aliases = [], imports, limits, source }: PlainTool<DialectId>): FormatSpec {
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
export function createPlainDialect<Id extends DialectId>(tool: PlainTool<Id>): Dialect<Id> {
  const { id, title, aliases = [], locations, extensions = [".md"], accepts, output } = tool;
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
    formats: [{ spec, codec, locations }, ...skillFormats(id)],
    output:
      "file" in output ? { kind: "joined", spec, codec, ...output } : { kind: "files", spec, codec, ...output, nested: false },
  };
}
