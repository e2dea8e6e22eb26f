import type { RuleCodec } from "@precept/core";
import { createPlainCodec } from "../../format/plain-codec.ts";
import { zedFacts } from "./facts.ts";

/** Zed's instructions, `.rules`. */
export const zed: RuleCodec = createPlainCodec({ facts: zedFacts, extensions: [".md"] });
