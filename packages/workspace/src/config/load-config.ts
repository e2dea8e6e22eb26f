import { isUtf8 } from "node:buffer";
import { existsSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { isMissing, messageOf } from "@precept/store-fs";
import { report } from "../diagnostic-catalogue.ts";
import { configPath } from "../places.ts";
import type { ReadConfig } from "./read-config.ts";

const maxBytes = 65_536;

/** How long, in milliseconds, and how often an empty file is given time to be filled; and how long ago that may have begun. */
const pause = 10;
const pauses = 10;
const justNow = 1000;

/** Names by which people also know such a file. They are not read: with two names there would be two configurations. */
const otherNames = [".precept/config.yml", ".precept/config.json", ".precept.yaml", "precept.yaml"];

/** Reads the configuration of a project. To have none is no mistake. */
export async function loadConfig(root: string): Promise<ReadConfig> {
  const bytes = await readWritten(join(root, configPath)).catch((error: NodeJS.ErrnoException) => error);
  if (bytes instanceof Error) return isMissing(bytes) ? withoutConfig(root) : unreadable(bytes);
  if (bytes.length > maxBytes) return { config: undefined, diagnostics: [report("config/too-large", { file: configPath })] };
  if (!isUtf8(bytes) || bytes.includes(0))
    return { config: undefined, diagnostics: [report("config/not-text", { file: configPath })] };
  // Most projects have no configuration: they should not wait for its schema to be built.
  const { readConfig } = await import("./read-config.ts");
  return readConfig(bytes.toString("utf8"), configPath);
}

/** Most programs empty a file before they write it: one that was emptied just now is given time to be filled. */
async function readWritten(path: string): Promise<Buffer> {
  for (let left = pauses; ; left -= 1) {
    const bytes = await readFile(path);
    if (bytes.length > 0 || left === 0 || Date.now() - (await stat(path)).mtimeMs > justNow) return bytes;
    await setTimeout(pause);
  }
}

function withoutConfig(root: string): ReadConfig {
  const misnamed = otherNames.filter((name) => existsSync(join(root, name)));
  return { config: {}, diagnostics: misnamed.map((file) => report("config/misnamed", { file })) };
}

function unreadable(error: NodeJS.ErrnoException): ReadConfig {
  const problem = error.code === "EISDIR" ? "it is a directory" : messageOf(error);
  return {
    config: undefined,
    diagnostics: [report("config/unreadable", { file: configPath }, `The configuration cannot be read: ${problem}.`)],
  };
}
