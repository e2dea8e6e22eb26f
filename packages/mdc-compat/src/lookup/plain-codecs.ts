import type { RuleCodec } from "@precept/core";
import { ruleFiles } from "../tables/rule-files.ts";
import type { DialectId } from "../tools.ts";

// Codecs of the tools whose own files are plain text

export const aider: RuleCodec = codecOf("aider");
export const amazonq: RuleCodec = codecOf("amazonq");
export const amp: RuleCodec = codecOf("amp");
export const codex: RuleCodec = codecOf("codex");
export const crush: RuleCodec = codecOf("crush");
export const factory: RuleCodec = codecOf("factory");
export const firebase: RuleCodec = codecOf("firebase");
export const gemini: RuleCodec = codecOf("gemini");
export const goose: RuleCodec = codecOf("goose");
export const junie: RuleCodec = codecOf("junie");
export const kilo: RuleCodec = codecOf("kilo");
export const opencode: RuleCodec = codecOf("opencode");
export const replit: RuleCodec = codecOf("replit");
export const roo: RuleCodec = codecOf("roo");
export const tabnine: RuleCodec = codecOf("tabnine");
export const warp: RuleCodec = codecOf("warp");
export const zed: RuleCodec = codecOf("zed");

function codecOf(id: DialectId): RuleCodec {
  return ruleFiles[id].dialect.formats[0].codec;
}
