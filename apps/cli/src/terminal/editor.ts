import { spawn } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PreceptError } from "@precept/core";
import { createFile, createTemporaryDirectory, fileFailureOf, readFileIn, type Root } from "@precept/files";
import type { Terminal } from "./terminal.ts";

/** A text in a temporary file for the user to edit. Errors do not delete the file, so the user's work is kept. */
export interface Draft {
  readonly path: string;
  read(): Promise<string>;
}

const maxDraftBytes = 16_777_216;

export async function createDraft(text: string, name: string): Promise<Draft> {
  const fileName = name.replace(/[^\w.-]+/g, "-");
  try {
    const directory = await createTemporaryDirectory("precept-edit-");
    await createFile(directory, fileName, text, { isPrivate: true });
    const path = join(directory.real, fileName);
    return { path, read: () => readDraft(directory, path) };
  } catch (error) {
    throw fileFailureOf("create", join(tmpdir(), fileName), error);
  }
}

async function readDraft(directory: Root, path: string): Promise<string> {
  const content = await readFileIn(directory, path, { maxBytes: maxDraftBytes });
  if (content.kind === "bytes") return content.bytes.toString("utf8");
  if (content.kind === "tooLarge") throw new PreceptError("FILE_TOO_LARGE", { path, maxBytes: maxDraftBytes });
  throw new PreceptError("NOT_A_FILE", { path });
}

/**
 * Opens a file in the user's editor (`VISUAL`, `EDITOR`, or the system's) and waits until it is closed.
 *
 * @throws PreceptError `EDITOR_FAILED` if the editor cannot be started or reports an error
 */
export async function openEditor(path: string, terminal: Terminal): Promise<void> {
  const editor = terminal.env["VISUAL"] ?? terminal.env["EDITOR"] ?? (process.platform === "win32" ? "notepad" : "vi");
  const code = await new Promise<number | null>((resolve) => {
    // An editor may be a command with options: `code --wait`.
    const child = spawn(`${editor} ${JSON.stringify(path)}`, { shell: true, stdio: "inherit" });
    child.once("error", () => resolve(null));
    child.once("close", resolve);
  });
  if (code === 0) return;
  throw new PreceptError("EDITOR_FAILED", { editor, draft: path });
}

export async function editText(text: string, name: string, terminal: Terminal): Promise<string> {
  const draft = await createDraft(text, name);
  await openEditor(draft.path, terminal);
  return draft.read();
}
