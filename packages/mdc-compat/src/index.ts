// Codecs: parse and print one rule file format
export { agents } from "./rule-files/agents-codec.ts";
export { antigravity } from "./tools/antigravity/codec.ts";
export { augment } from "./tools/augment/codec.ts";
export { claude } from "./tools/claude/codec.ts";
export { cline } from "./tools/cline/codec.ts";
export { codebuddy } from "./tools/codebuddy/codec.ts";
export { continueDev } from "./tools/continue/codec.ts";
export { copilot } from "./tools/copilot/codec.ts";
export { cursor } from "./tools/cursor/codec.ts";
export { mdc } from "./tools/goagent/codec.ts";
export { jetbrains } from "./tools/jetbrains/codec.ts";
export { kiro } from "./tools/kiro/codec.ts";
export { openhands } from "./tools/openhands/codec.ts";
export { precept } from "./tools/precept/codec.ts";
export { qwen } from "./tools/qwen/codec.ts";
export { trae } from "./tools/trae/codec.ts";
export { windsurf } from "./tools/windsurf/codec.ts";
export {
  aider,
  amazonq,
  amp,
  codex,
  crush,
  factory,
  firebase,
  gemini,
  goose,
  junie,
  kilo,
  opencode,
  replit,
  roo,
  tabnine,
  warp,
  zed,
} from "./lookup/plain-codecs.ts";
export { skill } from "./tools/skill/rule-files.ts";
export { findSkillCodec } from "./lookup/skill-hosts.ts";
export { autoCodec } from "./tools/precept/auto-codec.ts";
export type { FidelityNote, ParsedFile, PrintedFile, RuleCodec, RuleFile } from "@precept/core";

// Dialects: the formats and locations that each tool reads
export { dialectIds, type DialectId } from "./tools.ts";
export { dialectNames, dialects, findDialect } from "./lookup/dialects.ts";
export { findRuleSource, peers } from "./peers.ts";
export type { Peer, PeerFile, PeerReview } from "./model/peer.ts";
export { findReadLimits, findToolLimits } from "./lookup/tool-limits.ts";
export {
  userPlaceholder,
  type Dialect,
  type DialectOutput,
  type FormatLocation,
  type RuleFormat,
  type RuleSource,
} from "./model/dialect.ts";
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
export { findFileImports, findRuleImports } from "./lookup/find-rule-imports.ts";
export { createHeaderSchema, type HeaderSchema } from "./format/json-schema.ts";
export { findFileLocation, findLocation, isWithin, ruleFileNames, ruleLocations, type RuleLocation } from "./lookup/locations.ts";
export { dialectDiagnostics } from "./tables/diagnostics.ts";

// What each tool reads from a project: its own files and those of other tools
export { findReads, findToolReads, listReads, sortReads, type FileRead, type ParsableRead } from "./reads/list-reads.ts";
export type { ReadGroup, ReadLocation, ToolReads } from "./model/tool-reads.ts";

// Skills: how each tool reads SKILL.md
export { canTravelAsSkill, type SkillTravel } from "./lookup/can-travel-as-skill.ts";
export { findSkillHost, readsSkill, skillHosts } from "./lookup/skill-hosts.ts";
export { sharedSkills } from "./skills/define-skills.ts";
export type { SkillFault, SkillHost, SkillKey } from "./model/skill-host.ts";
export { getSkillPath, getSkillStem, getSkillFolder, isSkillFile, toSkillName } from "./skills/skill-name.ts";
export { escapeExpansions, expands, unescapeExpansions } from "./skills/expansions.ts";

// The kinds of items besides rules and skills. Their formats are in `@precept/mdc-compat/items`.
export { itemKinds, type ItemKind } from "./model/item.ts";

// Details of the formats
export { escapeImports, findImports, hasImports } from "./format/imports.ts";
export { getRuleName } from "./format/rule-name.ts";
