import { PreceptError, type RuleCodec } from "@precept/core";
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

const codecs: readonly RuleCodec[] = [precept, cursor, mdc];

/**
 * The codec of a dialect.
 *
 * @throws PreceptError `OPTION_INVALID` where nobody knows the dialect.
 */
export function findCodec(id: string): RuleCodec {
  const codec = codecs.find((known) => known.id === id);
  if (codec !== undefined) return codec;
  throw new PreceptError("OPTION_INVALID", { option: "dialect", value: id, expected: `one of ${codecs.map((known) => known.id).join(", ")}` });
}
