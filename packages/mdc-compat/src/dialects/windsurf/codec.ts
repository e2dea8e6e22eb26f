import type { RuleCodec } from "@precept/core";
import { createPlainCodec } from "../../format/plain-codec.ts";
import { windsurfFacts, windsurfGlobalRulesFacts, windsurfRulesFileFacts } from "./facts.ts";
import { createTriggerCodec } from "./trigger-codec.ts";

/** The rules of Windsurf and Devin Desktop, `.devin/rules/*.md` and `.windsurf/rules/*.md`. */
export const windsurf: RuleCodec = createTriggerCodec(windsurfFacts);

/** `.windsurfrules`, the one file of old, which is still read. */
export const windsurfRulesFile: RuleCodec = createPlainCodec({ facts: windsurfRulesFileFacts, extensions: [] });

/** `global_rules.md`, a person's rules for all projects. */
export const windsurfGlobalRules: RuleCodec = createPlainCodec({ facts: windsurfGlobalRulesFacts, extensions: [".md"] });
