import type { RuleCodec } from "@precept/core";
import { createPlainCodec } from "../../format/plain-codec.ts";
import { amazonqFacts } from "./facts.ts";

/** Amazon Q Developer's project rules, `.amazonq/rules/**\/*.md`. */
export const amazonq: RuleCodec = createPlainCodec({ facts: amazonqFacts, extensions: [".md"] });
