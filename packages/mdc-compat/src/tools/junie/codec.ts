import type { RuleCodec } from "@precept/core";
import { createPlainCodec } from "../../format/plain-codec.ts";
import { junieSpec } from "./spec.ts";

/** Codec of Junie's guidelines: `.junie/AGENTS.md`, and the legacy locations `.junie/guidelines.md` and `.junie/guidelines`. */
export const junie: RuleCodec = createPlainCodec({ spec: junieSpec, extensions: [".md"] });
