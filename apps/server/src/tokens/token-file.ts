import { dirname, join, parse, resolve } from "node:path";
import { PreceptError } from "@precept/core";
import { failureOf, makePrivateDirectory, openRoot, putFile, readFileIn, withLock, type Root } from "@precept/files";
import { formatTokenFile, parseTokenFile, type TokenRecord } from "./token-record.ts";

/** The largest token file that is read, in bytes: about 10,000 tokens. */
const maxBytes = 4_194_304;

/** The id of the file in errors about its lock. */
const store = "tokens";

/** Returns the path of the token file. @param home the user's Precept directory, usually `~/.precept`. */
export function tokenFileIn(home: string): string {
  return join(home, "server", "tokens.json");
}

/** Reads the bytes of a token file, if it exists. @throws PreceptError `TOKEN_FILE_INVALID`, `STORE_FAILED` */
export async function readTokenContent(path: string): Promise<Buffer | undefined> {
  const content = await readFileIn(rootOf(path), resolve(path), { maxBytes });
  switch (content.kind) {
    case "bytes":
      return content.bytes;
    case "missing":
      return undefined;
    case "tooLarge":
      throw invalid(path, `it is larger than ${maxBytes} bytes`);
    case "notRegular":
      throw invalid(path, "it is not a file");
    case "refused":
      throw invalid(path, content.error.message);
    case "unreadable":
      throw failureOf(store, "read", path, content.error);
  }
}

/** Parses a token file. @returns no tokens if it does not exist. @throws PreceptError `TOKEN_FILE_INVALID` */
export function parseTokens(path: string, content: Buffer | undefined): readonly TokenRecord[] {
  if (content === undefined) return [];
  const { tokens, reason } = parseTokenFile(content.toString("utf8"));
  if (tokens === undefined) throw invalid(path, reason);
  return tokens;
}

/**
 * Replaces the tokens of a file, which only the user can read, unless `change` throws. Concurrent changes of processes
 * happen one after the other. @throws PreceptError `TOKEN_FILE_INVALID`, `STORE_FAILED`
 */
export async function changeTokenFile(
  path: string,
  change: (tokens: readonly TokenRecord[]) => readonly TokenRecord[],
): Promise<void> {
  const absolute = resolve(path);
  try {
    await makePrivateDirectory(openRoot(dirname(dirname(absolute))), dirname(absolute));
    const root = rootOf(path);
    await withLock(root, absolute, store, async (lock) => {
      const text = formatTokenFile(change(parseTokens(path, await readTokenContent(path))));
      if (Buffer.byteLength(text) > maxBytes) throw invalid(path, `it would be larger than ${maxBytes} bytes`);
      await putFile(root, absolute, text, { isPrivate: true, beforeRename: lock.assertHeld });
    });
  } catch (error) {
    throw failureOf(store, "write", path, error);
  }
}

function invalid(path: string, reason: string): PreceptError<"TOKEN_FILE_INVALID"> {
  return new PreceptError("TOKEN_FILE_INVALID", { path, reason });
}

/** The administrator's own file may be a link to any path, for example to a mounted secret. */
function rootOf(path: string): Root {
  const dir = dirname(resolve(path));
  return openRoot(dir, { trusted: [parse(dir).root] });
}
