import type { RuleCodec } from "@precept/core";
import { createTriggerCodec } from "../windsurf/trigger-codec.ts";
import { antigravitySpec } from "./spec.ts";

/** Codec of Antigravity's rules, `.agents/rules/*.md` and `.agent/rules/*.md`. */
export const antigravity: RuleCodec = createTriggerCodec(antigravitySpec);
