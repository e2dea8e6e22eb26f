import type { RuleCodec } from "@precept/core";
import { createPlainCodec } from "../../format/plain-codec.ts";
import { opencodeSpec } from "./spec.ts";

/** Codec of `AGENTS.md` for OpenCode, in the home directory and in projects. */
export const opencode: RuleCodec = createPlainCodec({ spec: opencodeSpec, extensions: [".md"] });
