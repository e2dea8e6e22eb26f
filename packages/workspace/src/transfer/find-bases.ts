import { BlobReader, findRepository, GitError, UnsafeRepository, type FoundRepository } from "@precept/enforcement/git";
import { openRoot } from "@precept/files";
import { isWrittenText, readBackup, readBases } from "@precept/transfer";

/** An exported file whose last exported text is wanted. */
export interface WantedBase {
  readonly path: string;
  /** SHA-256 of the text, from the ledger. */
  readonly sha256: string;
}

/** How many versions of a file in the history of git are compared with the hash. */
const maxVersions = 50;
const maxBytes = 16_777_216;

/** Finds last exported texts by hash, in the backup or git history. The result omits texts that are not found. */
export async function findBases(dir: string, wanted: readonly WantedBase[]): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  const missing: WantedBase[] = [];
  const bases = wanted.length === 0 ? new Map<string, string>() : readBases(openRoot(dir));
  for (const one of wanted) {
    const text = bases.get(one.sha256) ?? readBackup(dir, one.sha256)?.toString("utf8");
    if (text === undefined) missing.push(one);
    else found.set(one.sha256, text);
  }
  if (missing.length > 0) await findInGit(dir, missing, found);
  return found;
}

/** Adds the texts that the history of git has. Adds none if there is no repository, or no git. */
async function findInGit(dir: string, wanted: readonly WantedBase[], found: Map<string, string>): Promise<void> {
  try {
    const repository = await findRepository(dir);
    if (repository === undefined) return;
    const reader = new BlobReader(repository, maxBytes);
    try {
      for (const { path, sha256: hash } of wanted) {
        const text = await findVersion(repository, reader, path, hash);
        if (text !== undefined) found.set(hash, text);
      }
    } finally {
      await reader.close();
    }
  } catch (error) {
    if (!(error instanceof GitError) && !(error instanceof UnsafeRepository)) throw error;
  }
}

async function findVersion(repository: FoundRepository, reader: BlobReader, path: string, hash: string) {
  for (const oid of await listVersions(repository, path)) {
    const text = (await reader.read(oid))?.bytes?.toString("utf8");
    if (text !== undefined && isWrittenText(text, [hash])) return text;
  }
  return undefined;
}

/** Lists the blobs that a file had in the last commits, newest first. */
async function listVersions({ run, prefix, settingNames }: FoundRepository, path: string): Promise<readonly string[]> {
  const args = ["log", `-${maxVersions}`, "--format=", "--raw", "--no-abbrev", "--no-renames", "--no-show-signature"];
  // A repository without commits has no history.
  const { text } = await run([...args, "--", `:(top,literal)${prefix}${path}`], { settingNames, allowedExitCodes: [128] });
  return Array.from(text.matchAll(/^:\d+ \d+ ([0-9a-f]+) ([0-9a-f]+) /gm), ([, before = "", after = ""]) => [after, before])
    .flat()
    .filter((oid) => !/^0+$/.test(oid));
}
