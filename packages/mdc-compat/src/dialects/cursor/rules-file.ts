import type { RuleCodec } from "@precept/core";
import { createPlainCodec } from "../../format/plain-codec.ts";
import { plainInclusions } from "../../format/plain-facts.ts";
import type { FormatFacts } from "../../format/facts.ts";

export const cursorRulesFileFacts: FormatFacts = {
  id: "cursorrules",
  title: "Cursor",
  targets: ["cursor"],
  keys: [],
  inclusions: plainInclusions,
  describes: [],
  keepsKeys: false,
  limits: [],
  source: "https://cursor.com/docs/rules",
};

/** `.cursorrules`, the one file of old, which Cursor still reads. */
export const cursorRulesFile: RuleCodec = createPlainCodec({ facts: cursorRulesFileFacts, extensions: [] });
