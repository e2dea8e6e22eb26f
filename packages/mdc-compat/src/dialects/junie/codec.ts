import type { RuleCodec } from "@precept/core";
import { createPlainCodec } from "../../format/plain-codec.ts";
import { junieFacts } from "./facts.ts";

/** Junie's guidelines, `.junie/AGENTS.md` and what was there before it. */
export const junie: RuleCodec = createPlainCodec({ facts: junieFacts, extensions: [".md"] });
