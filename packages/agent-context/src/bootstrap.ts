import {
  fileFailureOf,
  createFile,
  isSecretFile,
  kindIn,
  makePrivateDirectory,
  messageOf,
  openRoot,
  type Root,
} from "@precept/files";
import { createContextCache } from "./context-cache.ts";
import { openContextDirectory } from "./context-directory.ts";
import { contextFileTable } from "./context-files.ts";
import { cutTexts } from "./cut-texts.ts";
import type { FileLoadResult } from "./file-load-result.ts";
import { loadFile } from "./load-file.ts";
import { localDates } from "./local-dates.ts";
import type { LoadContextOptions } from "./options.ts";

/** Whether BOOTSTRAP.md is offered, and its text. */
export interface BootstrapOffer {
  /** Whether this call offers the current text. */
  readonly isOffered: boolean;
  /** The text, if it is offered. */
  readonly content?: string;
  /** The result of loading the file. Has a text only if it is offered; otherwise its note has the reason. */
  readonly file: FileLoadResult;
}

export interface OfferBootstrapOptions extends Pick<
  LoadContextOptions,
  "sessionType" | "create" | "now" | "maxFileCharacters" | "isPrivate"
> {
  /** The directory that contains `.precept/state`. Default: the directory of the context. */
  readonly project?: string;
}

const recordsDir = ".precept/state/bootstrap";

/**
 * Offers the text of BOOTSTRAP.md, the instructions for the first start, once. Exactly one call of all processes gets
 * each text, because it first creates a record of the text's hash in `.precept/state`. A changed text is offered again.
 * Call it at the end of a successful boot.
 *
 * Only main sessions get it, because only the owner can answer its questions. With `create: "memory"` it is not
 * offered, since the offer cannot be recorded.
 *
 * @throws PreceptError `PATH_NOT_FOUND` or `NOT_A_DIRECTORY` for the directory.
 */
export async function offerBootstrap(dir: string, options: OfferBootstrapOptions): Promise<BootstrapOffer> {
  const root = openContextDirectory(dir);
  const file = await loadBootstrap(root, options);
  const { sha256, content, ...rest } = file;
  if (content === undefined || sha256 === undefined) return { isOffered: false, file: rest };
  const reason = await findReason(options.project === undefined ? root : openRoot(options.project), sha256, options);
  if (reason === undefined) return { isOffered: true, content, file };
  return { isOffered: false, file: { ...rest, success: false, truncated: false, omittedCharacters: 0, note: reason } };
}

/** Whether the current text of BOOTSTRAP.md would be offered to a main session. Records nothing. */
export async function isBootstrapPending(
  dir: string,
  { project }: Pick<OfferBootstrapOptions, "project"> = {},
): Promise<boolean> {
  const root = openContextDirectory(dir);
  const { sha256 } = await loadBootstrap(root, { sessionType: "main" });
  return sha256 !== undefined && !isRecorded(project === undefined ? root : openRoot(project), sha256);
}

async function loadBootstrap(
  root: Root,
  { sessionType, now = () => new Date(), maxFileCharacters, isPrivate }: OfferBootstrapOptions,
): Promise<FileLoadResult> {
  const file = { id: "bootstrap", ...contextFileTable.bootstrap } as const;
  const load = {
    root,
    sessionType,
    create: "memory",
    // A cached text would be offered without a record.
    cache: createContextCache(),
    dates: localDates({ now: now() }),
    now,
    isPrivate: isPrivate ?? (async (path: string) => isSecretFile(path)),
  } as const;
  const [cut] = cutTexts([await loadFile(file, load)], maxFileCharacters);
  return cut as FileLoadResult;
}

/** Records that a text is offered. Returns why it is not offered, or undefined. */
async function findReason(
  project: Root,
  sha256: string,
  { sessionType, create, now = () => new Date() }: OfferBootstrapOptions,
): Promise<string | undefined> {
  if (sessionType !== "main") return "BOOTSTRAP.md is offered to main sessions only.";
  if (isRecorded(project, sha256)) return "BOOTSTRAP.md was offered before.";
  if (create === "memory") return "BOOTSTRAP.md is not offered, because nothing is written and the offer cannot be recorded.";
  try {
    await makePrivateDirectory(project, ".precept/state");
    const record = `${JSON.stringify({ sha256, offered_at: now().toISOString() })}\n`;
    const isFirst = await createFile(project, recordPath(sha256), record, { links: "none", isPrivate: true });
    return isFirst ? undefined : "BOOTSTRAP.md was offered before.";
  } catch (error) {
    return `BOOTSTRAP.md is not offered, because the offer cannot be recorded: ${messageOf(fileFailureOf("write", recordsDir, error))}`;
  }
}

function isRecorded(project: Root, sha256: string): boolean {
  return kindIn(project, recordPath(sha256), "none") !== undefined;
}

function recordPath(sha256: string): string {
  return `${recordsDir}/${sha256}.json`;
}
