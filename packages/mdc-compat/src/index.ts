// Codecs: parse and print one rule file format
export { agents } from "./dialects/agents/codec.ts";
export { aider } from "./dialects/aider/dialect.ts";
export { amazonq } from "./dialects/amazonq/codec.ts";
export { amp, factory } from "./dialects/agents-readers.ts";
export { antigravity } from "./dialects/antigravity/codec.ts";
export { augment } from "./dialects/augment/codec.ts";
export { claude } from "./dialects/claude/codec.ts";
export { cline } from "./dialects/cline/codec.ts";
export { codebuddy } from "./dialects/codebuddy/codec.ts";
export { codex } from "./dialects/codex/codec.ts";
export { continueDev } from "./dialects/continue/codec.ts";
export { copilot } from "./dialects/copilot/codec.ts";
export { crush } from "./dialects/crush/dialect.ts";
export { cursor, mdc } from "./dialects/cursor/codec.ts";
export { firebase } from "./dialects/firebase/dialect.ts";
export { gemini } from "./dialects/gemini/codec.ts";
export { goose } from "./dialects/goose/dialect.ts";
export { jetbrains } from "./dialects/jetbrains/codec.ts";
export { junie } from "./dialects/junie/codec.ts";
export { kilo } from "./dialects/kilo/codec.ts";
export { kiro } from "./dialects/kiro/codec.ts";
export { opencode } from "./dialects/opencode/codec.ts";
export { openhands } from "./dialects/openhands/codec.ts";
export { precept } from "./dialects/precept/codec.ts";
export { qwen } from "./dialects/qwen/codec.ts";
export { replit } from "./dialects/replit/dialect.ts";
export { roo } from "./dialects/roo/codec.ts";
export { tabnine } from "./dialects/tabnine/dialect.ts";
export { trae } from "./dialects/trae/codec.ts";
export { warp } from "./dialects/warp/dialect.ts";
export { windsurf } from "./dialects/windsurf/codec.ts";
export { zed } from "./dialects/zed/codec.ts";
export { findSkillCodec, skill } from "./skills/formats.ts";
export { autoCodec } from "./auto-codec.ts";
export type { FidelityNote, ParsedFile, PrintedFile, RuleCodec, RuleFile } from "@precept/core";

// Dialects: the formats and locations that each tool reads
export { dialectIds, type DialectId } from "./model/dialect-id.ts";
export { dialectNames, dialects, findDialect } from "./dialects/dialects.ts";
export { findToolLimits } from "./dialects/tool-limits.ts";
export type { Dialect, DialectOutput, FormatLocation, RuleFormat } from "./model/dialect.ts";
export type {
  ContextSpec,
  ExpansionSpec,
  FormatSpec,
  GlobSpec,
  ImportSpec,
  InclusionSupport,
  KeySpec,
  LimitSpec,
} from "./model/spec.ts";
export { findFileImports, findRuleImports } from "./dialects/find-rule-imports.ts";
export { createHeaderSchema, type HeaderSchema } from "./format/json-schema.ts";
export { findFileLocation, findLocation, ruleFileNames, ruleLocations, type RuleLocation } from "./locations.ts";
export { dialectDiagnostics, type DialectDiagnosticCode } from "./diagnostics/diagnostic-catalogue.ts";

// What each tool reads from a project: its own files and those of other tools
export { findReads, findToolReads, listReads, sortReads, type FileRead, type ParsableRead } from "./reads/list-reads.ts";
export { findReadLimits } from "./reads/find-read-limits.ts";
export type { ReadGroup, ReadLocation, ToolReads } from "./reads/tool-reads.ts";

// Skills: how each tool reads SKILL.md
export { canTravelAsSkill, type SkillTravel } from "./skills/can-travel-as-skill.ts";
export { findSkillHost, readsSkill, sharedSkills, skillHosts } from "./skills/skill-hosts.ts";
export type { SkillFault, SkillHost, SkillKey } from "./skills/skill-host.ts";
export { getSkillPath, getSkillStem, isSkillFile, toSkillName } from "./skills/skill-name.ts";
export { expands } from "./skills/expansions.ts";

// Details of the formats
export { escapeImports, findImports, hasImports } from "./format/imports.ts";
export { getRuleName } from "./format/rule-name.ts";
export { isWithin } from "./model/is-within.ts";
