import type { RuleCodec } from "@precept/core";
import { createPlainCodec } from "../../format/plain-codec.ts";
import { plainInclusions } from "../../format/plain-spec.ts";
import type { FormatSpec } from "../../model/spec.ts";

/** Spec of the legacy file `.cursorrules`. */
export const cursorRulesFileSpec: FormatSpec = {
  id: "cursorrules",
  title: "Cursor",
  targets: ["cursor"],
  keys: [],
  inclusions: plainInclusions,
  describable: [],
  allowsUnknownKeys: false,
  limits: [],
  source: "https://cursor.com/docs/rules",
};

/** Codec of the legacy file `.cursorrules`, which Cursor still reads. */
export const cursorRulesFile: RuleCodec = createPlainCodec({ spec: cursorRulesFileSpec, extensions: [] });
