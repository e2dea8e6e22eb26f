import type { RuleCodec } from "@precept/core";
import { createPlainCodec } from "../../format/plain-codec.ts";
import { windsurfSpec, windsurfGlobalRulesSpec, windsurfRulesFileSpec } from "./spec.ts";
import { createTriggerCodec } from "./trigger-codec.ts";

/** Codec of the rules of Windsurf (now Devin Desktop), `.devin/rules/*.md` and `.windsurf/rules/*.md`. */
export const windsurf: RuleCodec = createTriggerCodec(windsurfSpec);

/** Codec of the legacy file `.windsurfrules`, which Windsurf still reads. */
export const windsurfRulesFile: RuleCodec = createPlainCodec({ spec: windsurfRulesFileSpec, extensions: [] });

/** Codec of `global_rules.md`, the user's own rules for all projects. */
export const windsurfGlobalRules: RuleCodec = createPlainCodec({ spec: windsurfGlobalRulesSpec, extensions: [".md"] });
