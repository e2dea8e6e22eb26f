import type { RuleCodec } from "@precept/core";
import { createPlainCodec } from "../../format/plain-codec.ts";
import { zedSpec } from "./spec.ts";

/** Codec of Zed's instructions, `.rules`. */
export const zed: RuleCodec = createPlainCodec({ spec: zedSpec, extensions: [".md"] });
