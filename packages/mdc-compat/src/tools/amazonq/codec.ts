import type { RuleCodec } from "@precept/core";
import { createPlainCodec } from "../../format/plain-codec.ts";
import { amazonqSpec } from "./spec.ts";

/** Codec of Amazon Q Developer's project rules, `.amazonq/rules/**\/*.md`. */
export const amazonq: RuleCodec = createPlainCodec({ spec: amazonqSpec, extensions: [".md"] });
