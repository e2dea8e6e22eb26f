import type { ContextFileId } from "@precept/contract/values";
import { dailyNotePath, type LocalDates } from "./local-dates.ts";
import { memoryFile } from "./identify-memory.ts";
import { defaultTemplates } from "./default-templates.ts";

/** A file of the agent context, as data. */
export interface ContextFile {
  readonly id: ContextFileId;
  /** The canonical file name. For daily notes, `memory/YYYY-MM-DD.md`. */
  readonly name: string;
  /** Other names, which are read only if no file has the canonical name. */
  readonly aliases: readonly string[];
  /** Whether the default template replaces a missing file. */
  readonly required: boolean;
  /** Whether only main sessions load the file. */
  readonly mainSessionOnly: boolean;
  /** The position in the context, from 1. */
  readonly loadOrder: number;
  /** Whether the file is not part of the context but is offered once, with {@link offerBootstrap}. */
  readonly offeredOnce: boolean;
  /** The text of a missing file. Only required files have one. */
  readonly defaultTemplate?: string;
}

const optional = { aliases: [], required: false, mainSessionOnly: false, offeredOnce: false } as const;
const required = { ...optional, required: true } as const;
const note = "memory/YYYY-MM-DD.md";

/** The files of the agent context, by id, in the order in which they are loaded. */
export const contextFileTable = {
  agents: { ...required, name: "AGENTS.md", loadOrder: 1, defaultTemplate: defaultTemplates.agents },
  spirit: { ...required, name: "SPIRIT.md", aliases: ["SOUL.md"], loadOrder: 2, defaultTemplate: defaultTemplates.spirit },
  owner: { ...required, name: "OWNER.md", aliases: ["USER.md"], loadOrder: 3, defaultTemplate: defaultTemplates.owner },
  tools: { ...optional, name: "TOOLS.md", loadOrder: 4 },
  today: { ...optional, name: note, loadOrder: 5 },
  yesterday: { ...optional, name: note, loadOrder: 6 },
  memory: { ...optional, name: memoryFile, mainSessionOnly: true, loadOrder: 7 },
  // Only the owner can answer its questions, so a shared session does not use up the offer.
  bootstrap: { ...optional, name: "BOOTSTRAP.md", mainSessionOnly: true, offeredOnce: true, loadOrder: 8 },
} as const satisfies Readonly<Record<ContextFileId, Omit<ContextFile, "id">>>;

/** The files of the agent context, in the order in which they are loaded. */
export const contextFiles: readonly ContextFile[] = (Object.keys(contextFileTable) as ContextFileId[])
  .map((id): ContextFile => ({ id, ...contextFileTable[id] }))
  .toSorted((left, right) => left.loadOrder - right.loadOrder);

/** Returns the paths of a context file relative to its directory, the canonical one first. */
export function pathsOf({ id, name, aliases }: ContextFile, dates: LocalDates): readonly string[] {
  return id === "today" || id === "yesterday" ? [dailyNotePath(dates[id])] : [name, ...aliases];
}
