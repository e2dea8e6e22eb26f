// Loading
export { checkSession, loadAgentContext, type LoadedContext } from "./load-agent-context.ts";
export { openAgentContext, type AgentContextSource, type OpenContextOptions } from "./open-agent-context.ts";
export type { LoadContextOptions } from "./options.ts";
export { createContextCache, type CachedText, type CacheKey, type ContextCache } from "./context-cache.ts";
export { defaultMaxCharacters, defaultMaxFileCharacters, maxEntryCharacters, maxFileBytes } from "./limits.ts";

// The context
export {
  createAgentContext,
  maxDailyMemories,
  type AgentContext,
  type AgentContextOf,
  type MainAgentContext,
  type SharedAgentContext,
} from "./agent-context.ts";
export { sessionTypes, type ContextFileId, type FileLoadState, type SessionType } from "@precept/contract/values";
export { compareContexts, textsOf, type ContextChange } from "./context-change.ts";
export { contextTransitions, type ContextState } from "./context-state.ts";
export { composeContext, composeContextFiles } from "./compose-context.ts";
export { cutTexts } from "./cut-texts.ts";

// Its files
export { contextFiles, contextFileTable, type ContextFile } from "./context-files.ts";
export type { FileLoadResult } from "./file-load-result.ts";
export { fileLoadTransitions } from "./file-load-state.ts";
export { identifyMemory, memoryFile } from "./identify-memory.ts";

// Setting up a directory
export {
  applyContextInit,
  ignoredPatterns,
  planContextInit,
  type ContextInitPlan,
  type ContextInitResult,
  type PlanContextOptions,
  type PlannedContextFile,
} from "./init-context.ts";

// BOOTSTRAP.md
export { isBootstrapPending, offerBootstrap, type BootstrapOffer, type OfferBootstrapOptions } from "./bootstrap.ts";

// MEMORY.md
export { appendMemoryEntry, readMemoryEntries, type MemoryOptions } from "./memory/append-memory.ts";
export { parseMemory, type ParseMemoryOptions } from "./memory/parse-memory.ts";
export {
  defaultCategory,
  defaultImportance,
  type Importance,
  type MemoryEntry,
  type MemoryEntryInput,
} from "./memory/memory-entry.ts";

// Daily notes
export { appendDailyNote, type DailyNoteInput, type DailyNoteOptions, type WrittenNote } from "./daily-note.ts";
export { dailyNotePath, localDates, systemTimeZone, type LocalDateOptions, type LocalDates } from "./local-dates.ts";

// Wire forms
export {
  listWireContextFiles,
  toWireContext,
  toWireContextChange,
  toWireContextFile,
  toWireFileLoadResult,
  toWireMemoryEntry,
} from "./wire.ts";
export type {
  WireContext,
  WireContextChange,
  WireContextFile,
  WireFileLoadResult,
  WireMemoryEntry,
} from "@precept/contract/agent-context";
