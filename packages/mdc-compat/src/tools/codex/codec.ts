import type { RuleCodec } from "@precept/core";
import { createPlainCodec } from "../../format/plain-codec.ts";
import { getAgentsName } from "../agents/get-agents-name.ts";
import { codexSpec } from "./spec.ts";

/** Codec of `AGENTS.md` for Codex, in the home directory and in projects. */
export const codex: RuleCodec = createPlainCodec({ spec: codexSpec, extensions: [".md"], getName: getAgentsName });
