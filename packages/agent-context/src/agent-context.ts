import type { SessionType } from "@precept/contract/values";
import { deepFreeze, isRecord, PreceptError } from "@precept/core";

interface ContextFields {
  readonly sessionId: string;
  /** When the context was created, ISO 8601. */
  readonly createdAt: string;
  readonly agentsContent?: string;
  readonly spiritContent?: string;
  readonly ownerContent?: string;
  /** The text of TOOLS.md. */
  readonly toolsContent?: string;
  /** The texts of today's and yesterday's notes, today's first. Notes that do not exist are left out. */
  readonly dailyMemories: readonly string[];
  /** The paths of the files whose texts are in the context, in load order, relative to the directory. */
  readonly loadedFiles: readonly string[];
  /** How long loading took, in whole milliseconds. */
  readonly loadTimeMs: number;
  /** SHA-256 of the session type and of all loaded texts with their paths. Use it as a cache key. */
  readonly version: string;
}

/** The context of a main session, which can have the agent's memory. */
export interface MainAgentContext extends ContextFields {
  readonly sessionType: "main";
  readonly memoryContent?: string;
}

/** The context of a shared session. It has no field for the agent's memory. */
export interface SharedAgentContext extends ContextFields {
  readonly sessionType: "shared";
  readonly memoryContent?: never;
}

/** The texts that an agent boots with. */
export type AgentContext = MainAgentContext | SharedAgentContext;

/** The context of a session type. */
export type AgentContextOf<Type extends SessionType> = Type extends "main" ? MainAgentContext : SharedAgentContext;

/** The maximum number of daily notes in a context: today's and yesterday's. */
export const maxDailyMemories = 2;

/**
 * Creates an agent context from its fields and checks them. The result is frozen. Use `loadAgentContext` to read the
 * fields from a directory.
 *
 * @throws PreceptError `CONTEXT_INVALID` if a shared context has a memory, if there are more than two daily notes, or
 * if a field has the wrong type.
 */
export function createAgentContext<Context extends AgentContext>(fields: Context): Context {
  const reasons = findProblems(fields);
  if (reasons.length > 0) throw new PreceptError("CONTEXT_INVALID", { reasons });
  return deepFreeze({ ...fields, dailyMemories: [...fields.dailyMemories], loadedFiles: [...fields.loadedFiles] });
}

/** Never quotes a text: the caller may be a shared session. */
function findProblems(fields: AgentContext): readonly string[] {
  const wrong = findWrongTypes(fields);
  if (wrong.length > 0) return wrong;
  const reasons: string[] = [];
  const { sessionType, dailyMemories, loadedFiles, loadTimeMs } = fields;
  if (sessionType !== "main" && sessionType !== "shared") reasons.push("sessionType must be main or shared");
  if (sessionType !== "main") {
    if ("memoryContent" in fields) reasons.push("memoryContent is not allowed in a shared session");
    if (loadedFiles.some((file) => /(?:^|[\\/])memory\.md$/i.test(file)))
      reasons.push("MEMORY.md is not allowed in the loadedFiles of a shared session");
  }
  if (fields.sessionId === "") reasons.push("sessionId must not be empty");
  if (dailyMemories.length > maxDailyMemories) reasons.push(`dailyMemories must have at most ${maxDailyMemories} notes`);
  if (loadedFiles.length !== listTexts(fields).length) reasons.push("loadedFiles must name the file of each text");
  if (!Number.isSafeInteger(loadTimeMs) || loadTimeMs < 0) reasons.push("loadTimeMs must be a whole number of at least 0");
  return reasons;
}

/** The kinds of fields that are not checked otherwise. */
const fieldKinds = {
  "a text": {
    fields: ["sessionId", "createdAt", "version"],
    isValid: (value: unknown): boolean => typeof value === "string",
  },
  "a text or missing": {
    fields: ["agentsContent", "spiritContent", "ownerContent", "toolsContent", "memoryContent"],
    isValid: (value: unknown): boolean => value === undefined || typeof value === "string",
  },
  "an array of texts": {
    fields: ["dailyMemories", "loadedFiles"],
    isValid: (value: unknown): boolean => Array.isArray(value) && value.every((one) => typeof one === "string"),
  },
};

/** Finds what callers without types pass, for example a directory instead of the fields. */
function findWrongTypes(fields: unknown): readonly string[] {
  if (!isRecord(fields)) {
    return [
      "the argument must be an object with the fields of a context; `loadAgentContext(dir, { sessionType })` reads a directory",
    ];
  }
  return Object.entries(fieldKinds).flatMap(([kind, { fields: names, isValid }]) =>
    names.filter((name) => !isValid(fields[name])).map((name) => `${name} must be ${kind}`),
  );
}

/** The texts of a context, in load order. */
export function listTexts(context: AgentContext): readonly string[] {
  const { agentsContent, spiritContent, ownerContent, toolsContent, memoryContent, dailyMemories } = context;
  const texts = [agentsContent, spiritContent, ownerContent, toolsContent, ...dailyMemories, memoryContent];
  return texts.filter((text) => text !== undefined);
}
