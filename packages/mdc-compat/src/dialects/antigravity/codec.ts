import type { RuleCodec } from "@precept/core";
import { createTriggerCodec } from "../windsurf/trigger-codec.ts";
import { antigravityFacts } from "./facts.ts";

/** Antigravity's rules, `.agents/rules/*.md` and `.agent/rules/*.md`. */
export const antigravity: RuleCodec = createTriggerCodec(antigravityFacts);
