import { messageOf } from "@precept/files";
import type { Workspace } from "@precept/workspace";
import { fail, ok, warn, type Finding } from "./finding.ts";

/** Asks the servers that the configuration names whether they answer, and whether they are set up well. */
export async function checkEngines({ cache }: Workspace): Promise<readonly Finding[]> {
  return cache === undefined ? [] : [await checkCache(cache)];
}

const minimumRedis = 6;

async function checkCache(cache: NonNullable<Workspace["cache"]>): Promise<Finding> {
  const what = "shared cache";
  try {
    const { version, maxmemory, maxmemoryPolicy } = await cache.check();
    const found = version === undefined ? "answers; its user may not run INFO" : `Redis ${version} answers`;
    if (version !== undefined && Number.parseInt(version) < minimumRedis) {
      return fail(what, found, `Precept needs Redis ${minimumRedis} or newer, or Valkey.`);
    }
    const memory = "Set `maxmemory` and `maxmemory-policy allkeys-lru`, so that old values make room for new ones.";
    if (maxmemory === 0) return warn(what, `${found}, and its memory has no limit`, memory);
    if (maxmemoryPolicy === "noeviction") return warn(what, `${found}, and refuses values when its memory is full`, memory);
    return ok(what, found);
  } catch (error) {
    return fail(what, messageOf(error), "Rules are read from the database until it answers.");
  }
}
