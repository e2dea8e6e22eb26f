import { join } from "node:path";
import { PreceptError } from "@precept/core";
import { locateTarget, makeDirectory, statusIn, type Root } from "@precept/files";
import { openContextDirectory } from "./context-directory.ts";
import { editNote } from "./edit-note.ts";
import { identifyMemory } from "./identify-memory.ts";
import { dailyNotePath, localDates } from "./local-dates.ts";
import { insertBullet } from "./memory/insert-bullet.ts";
import { findHeadingProblems, findTextProblems } from "./memory/memory-entry.ts";

/** An entry for the note of a day. */
export interface DailyNoteInput {
  /** Markdown of up to 10,000 characters. It becomes a bullet; further lines are indented below it. */
  readonly content: string;
  /** The title of a `##` heading in the note, created if missing. Default: the part above the first heading. */
  readonly section?: string | undefined;
}

export interface DailyNoteOptions {
  /** Returns the current time. Default: the system's clock. */
  readonly now?: () => Date;
  /** The IANA time zone of the day. Default: the system's. */
  readonly timeZone?: string | undefined;
}

/** Where an entry was written. */
export interface WrittenNote {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  /** Relative to the directory of the context. */
  readonly path: string;
}

/**
 * Appends an entry to today's note, `memory/YYYY-MM-DD.md`, and creates the note with its date as heading. Nothing else
 * in the note is changed. Several processes can append at the same time.
 *
 * @throws PreceptError `MEMORY_ENTRY_INVALID`; `OPTION_VALUE_INVALID` for the time zone; `PATH_NOT_FOUND` or
 *   `NOT_A_DIRECTORY` for the directory; `PATH_REFUSED`, `NOT_A_FILE`, `NOT_A_TEXT_FILE`, `FILE_TOO_LARGE` or
 *   `FILE_SYSTEM_FAILED` for the note.
 * @example
 * ```ts
 * import { appendDailyNote } from "@precept/agent-context";
 *
 * const { path } = await appendDailyNote(".", { content: "The cart is faster." }, { timeZone: "Europe/Berlin" });
 * ```
 */
export async function appendDailyNote(
  dir: string,
  { content, section }: DailyNoteInput,
  { now = () => new Date(), timeZone }: DailyNoteOptions = {},
): Promise<WrittenNote> {
  const reasons = [
    ...findTextProblems(content, "content"),
    ...(section === undefined ? [] : findHeadingProblems(section, "section")),
  ];
  if (reasons.length > 0) throw new PreceptError("MEMORY_ENTRY_INVALID", { reasons });
  const { today: date } = localDates({ now: now(), timeZone });
  const root = openContextDirectory(dir);
  const path = dailyNotePath(date);
  await makeDirectory(root, "memory");
  return editNote({
    root,
    path,
    isPrivate: false,
    check: (target) => refuseMemory(root, path, target),
    edit: (text = `# ${date}\n`) => ({ text: insertBullet(text, section, printBullet(content)), result: { date, path } }),
  });
}

/** Any session may append to a note, so a note must not be a link to the memory. */
function refuseMemory(root: Root, path: string, target: string): void {
  const status = statusIn(root, locateTarget(root, path));
  if (!identifyMemory(root).is(target, status ?? { dev: -1, ino: -1 })) return;
  throw new PreceptError("PATH_REFUSED", { path: join(root.dir, path), root: root.dir, reason: "it leads to MEMORY.md" });
}

/** Prints a text as a bullet. Its lines cannot end the bullet, and it contains no headings. */
function printBullet(content: string): string {
  const lines = content
    .toWellFormed()
    .split(/\r\n|\r|\n/)
    .map((line) => line.replace(/[\p{Cc}\u2028\u2029]/gu, " ").trimEnd())
    .map((line) => line.replaceAll("<!--", "&lt;!--").replace(/^(\s*)(?=#{1,6}(?:\s|$)|[-=]{2,}\s*$)/, "$1\\"));
  const [first = "", ...rest] = lines.join("\n").trim().split("\n");
  return [`- ${first}`, ...rest.map((line) => (line === "" ? "" : `  ${line}`))].join("\n");
}
