import { type ContextFileId, sessionTypes, type SessionType } from "@precept/contract/values";
import { randomUUID } from "node:crypto";
import { PreceptError } from "@precept/core";
import { isSecretFile, sha256, type Root } from "@precept/files";
import { createAgentContext, type AgentContext, type AgentContextOf } from "./agent-context.ts";
import { processCache } from "./context-cache.ts";
import { openContextDirectory } from "./context-directory.ts";
import { contextFiles } from "./context-files.ts";
import { cutTexts } from "./cut-texts.ts";
import type { FileLoadResult } from "./file-load-result.ts";
import { loadFile } from "./load-file.ts";
import { localDates } from "./local-dates.ts";
import type { LoadContextOptions } from "./options.ts";

/** A loaded agent context, and what happened to each of its files. */
export interface LoadedContext<Type extends SessionType = SessionType> {
  readonly context: AgentContextOf<Type>;
  /** Results in load order, also of missing files. A shared session has none for MEMORY.md. */
  readonly files: readonly FileLoadResult[];
}

/**
 * Loads the agent context of a directory once: AGENTS.md, SPIRIT.md, OWNER.md, TOOLS.md, today's and yesterday's notes,
 * and for main sessions MEMORY.md. Files that cannot be read do not throw: `files` has the result of each.
 *
 * @throws PreceptError `PATH_NOT_FOUND` or `NOT_A_DIRECTORY` for the directory; `OPTION_VALUE_INVALID` for a session
 * type, limit or time zone.
 * @example
 * ```ts
 * import { composeContext, loadAgentContext } from "@precept/agent-context";
 *
 * const { context, files } = await loadAgentContext(".", { sessionType: "main", timeZone: "Europe/Berlin" });
 * for (const { filePath, note } of files) if (note !== undefined) console.log(filePath, note);
 * console.log(composeContext(context, files));
 * ```
 */
export async function loadAgentContext<Type extends SessionType>(
  dir: string,
  options: LoadContextOptions<Type>,
): Promise<LoadedContext<Type>> {
  checkOptions(options);
  return loadFrom(openContextDirectory(dir), options);
}

/** @throws PreceptError `OPTION_VALUE_INVALID`. */
export function checkOptions({ sessionType, sessionId, timeZone, maxFileCharacters, maxCharacters }: LoadContextOptions): void {
  checkSession(sessionType, sessionId);
  for (const [option, limit] of Object.entries({ maxFileCharacters, maxCharacters })) {
    if (limit !== undefined && !(Number.isSafeInteger(limit) && limit >= 0))
      refuse(option, String(limit), "a whole number of at least 0");
  }
  localDates({ timeZone });
}

/** Checks the type of a session and its id. @throws PreceptError `OPTION_VALUE_INVALID`. */
export function checkSession(sessionType: SessionType, sessionId?: string): void {
  if (!sessionTypes.includes(sessionType)) refuse("sessionType", sessionType ?? "", "main or shared");
  if (sessionId === "") refuse("sessionId", "", "an id");
}

function refuse(option: string, value: string, expected: string): never {
  throw new PreceptError("OPTION_VALUE_INVALID", { option, value, expected });
}

export async function loadFrom<Type extends SessionType>(
  root: Root,
  { sessionType, sessionId = randomUUID(), now = () => new Date(), ...options }: LoadContextOptions<Type>,
): Promise<LoadedContext<Type>> {
  const started = performance.now();
  const dates = localDates({ now: now(), timeZone: options.timeZone });
  const { create = "write", cache = processCache, isPrivate = async (path: string) => isSecretFile(path) } = options;
  const load = { root, sessionType, create, cache, dates, now, isPrivate };
  const loaded: FileLoadResult[] = [];
  for (const file of contextFiles) {
    options.signal?.throwIfAborted();
    if (file.offeredOnce || (file.mainSessionOnly && sessionType !== "main")) continue;
    loaded.push(await loadFile(file, load));
  }
  const files = cutTexts(loaded, options.maxFileCharacters, options.maxCharacters);
  const createdAt = now().toISOString();
  const loadTimeMs = Math.round(performance.now() - started);
  return { context: buildContext({ sessionType, sessionId, createdAt, loadTimeMs }, files), files };
}

function buildContext<Type extends SessionType>(
  fields: Pick<AgentContext, "sessionId" | "createdAt" | "loadTimeMs"> & { readonly sessionType: Type },
  files: readonly FileLoadResult[],
): AgentContextOf<Type> {
  const texts = files.flatMap(({ id, filePath, content }) => (content === undefined ? [] : [{ id, filePath, content }]));
  const contentOf = (id: ContextFileId): string | undefined => texts.find((text) => text.id === id)?.content;
  const context = {
    ...fields,
    ...fieldOf("agentsContent", contentOf("agents")),
    ...fieldOf("spiritContent", contentOf("spirit")),
    ...fieldOf("ownerContent", contentOf("owner")),
    ...fieldOf("toolsContent", contentOf("tools")),
    ...fieldOf("memoryContent", contentOf("memory")),
    dailyMemories: [contentOf("today"), contentOf("yesterday")].filter((text) => text !== undefined),
    loadedFiles: texts.map(({ filePath }) => filePath),
    version: sha256(JSON.stringify([fields.sessionType, texts.map(({ filePath, content }) => [filePath, content])])),
  };
  return createAgentContext(context as AgentContext) as AgentContextOf<Type>;
}

function fieldOf(field: string, content: string | undefined): object {
  return content === undefined ? {} : { [field]: content };
}
