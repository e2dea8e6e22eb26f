import { isRecord } from "@precept/core";
import { makePrivateDirectory, openRoot, putFile, readFileIn, withLock, type Root, stateDir } from "@precept/files";

const path = `${stateDir}/review.json`;

/** A larger file was not written by Precept. In bytes. */
const maxBytes = 4_194_304;

/** Reads the keys of review items after which a person has left the rules as they are, and when, ISO 8601. */
export async function readDismissals(root: string): Promise<ReadonlyMap<string, string>> {
  return read(openRoot(root));
}

/** Remembers that a person has left the rules of a review item as they are. */
export async function dismiss(root: string, key: string, at: string): Promise<void> {
  const project = openRoot(root);
  await makePrivateDirectory(project, stateDir);
  await withLock(project, path, "review", async (lock) => {
    const dismissed = Object.fromEntries([...(await read(project)), [key, at]]);
    await putFile(project, path, `${JSON.stringify({ dismissed })}\n`, {
      links: "none",
      isPrivate: true,
      beforeRename: lock.assertHeld,
    });
  });
}

async function read(project: Root): Promise<ReadonlyMap<string, string>> {
  const content = await readFileIn(project, path, { maxBytes, links: "none" });
  if (content.kind !== "bytes") return new Map();
  try {
    const value: unknown = JSON.parse(content.bytes.toString("utf8"));
    const dismissed = isRecord(value) && isRecord(value["dismissed"]) ? value["dismissed"] : {};
    return new Map(Object.entries(dismissed).filter((entry): entry is [string, string] => typeof entry[1] === "string"));
  } catch {
    // A damaged file only means that the user is asked again.
    return new Map();
  }
}
