import type { PreceptCommand } from "@precept/mdc-compat/install";
import { isRecord, type Json } from "@precept/core";
import { makePrivateDirectory, putFile, readFileInSync, withLock } from "@precept/files";
import type { InstallTarget } from "./install-target.ts";

const fileName = "hook-commands.json";
/** In bytes. A larger file was not written by Precept. */
const maxBytes = 1_048_576;
/** The maximum number of directories. The oldest are dropped, and their commands must then be named again. */
const maxDirectories = 500;

/** The words of commands by the directory into which they were installed. */
type Commands = Readonly<Record<string, readonly string[]>>;

/**
 * Remembers in the user's own directory with which command the user installed hooks into a directory. The files of a
 * project can come from others, so that a command that only they name must not be run.
 */
export async function rememberCommand(user: InstallTarget, directory: string, { words }: PreceptCommand): Promise<void> {
  const path = pathOf(user);
  if (JSON.stringify(readCommands(user)[directory]) === JSON.stringify(words)) return;
  await makePrivateDirectory(user.ledgerRoot, user.ledgerDir);
  await withLock(user.ledgerRoot, path, "install", async ({ assertHeld }) => {
    const { [directory]: _, ...others } = readCommands(user);
    const commands = Object.fromEntries([...Object.entries(others), [directory, words]].slice(-maxDirectories));
    const text = `${JSON.stringify({ version: 1, commands }, null, 2)}\n`;
    await putFile(user.ledgerRoot, path, text, { links: "none", isPrivate: true, beforeRename: assertHeld });
  });
}

/** Returns the command with which the user installed hooks into a directory. */
export function rememberedCommand(user: InstallTarget, directory: string): PreceptCommand | undefined {
  const words = readCommands(user)[directory];
  return words === undefined ? undefined : { words, isLocal: false };
}

function pathOf({ ledgerDir }: InstallTarget): string {
  return `${ledgerDir}/${fileName}`;
}

function readCommands(user: InstallTarget): Commands {
  const content = readFileInSync(user.ledgerRoot, pathOf(user), { maxBytes, links: "none" });
  if (content.kind !== "bytes") return {};
  try {
    const value = JSON.parse(content.bytes.toString("utf8")) as Json;
    const commands = isRecord(value) && isRecord(value["commands"]) ? value["commands"] : {};
    return Object.fromEntries(Object.entries(commands).filter((entry): entry is [string, string[]] => isWords(entry[1])));
  } catch {
    return {};
  }
}

function isWords(value: Json): value is string[] {
  return Array.isArray(value) && value.length > 0 && value.every((word: Json) => typeof word === "string");
}
