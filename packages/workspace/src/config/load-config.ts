import { isUtf8 } from "node:buffer";
import { parse } from "node:path";
import { setTimeout } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import type { Diagnostic } from "@precept/core";
import {
  describeUnread,
  kindIn,
  openRoot,
  readFileInSync,
  type FileContent,
  type FileStatus,
  type RememberedValues,
  type Root,
} from "@precept/files";
import { report } from "../diagnostic-catalogue.ts";
import { configPath } from "../paths.ts";
import type { Config, UserConfig } from "./config.ts";
import type { ReadConfig } from "./read-config.ts";

/** The size limit of a configuration, in bytes. */
const maxBytes = 65_536;

/** An empty file changed less than `recentMs` ago is read up to `maxRetries` times more, every `retryDelayMs` ms. */
const recentMs = 1000;
const maxRetries = 10;
const retryDelayMs = 10;

/** Common misspellings of the path. Such files are reported and not read. */
const misspelledPaths = [".precept/config.yml", ".precept/config.json", ".precept.yaml", "precept.yaml"];

/** Reads the configuration of a project. A missing file is valid. */
export async function loadConfig(dir: string, remembered?: RememberedValues): Promise<ReadConfig<Config>> {
  const root = openRoot(dir);
  const content = await readComplete(root);
  // The settings behind a broken link are lost. A file that was never written has none.
  const isBrokenLink = content.kind === "missing" && kindIn(root, configPath, "entry") === "link";
  if (isBrokenLink) return unreadable("it is a link to nothing");
  if (content.kind === "missing") {
    const misnamed = misspelledPaths.filter((name) => kindIn(root, name, "entry") !== undefined);
    return { config: {}, diagnostics: misnamed.map((file) => report("config/misnamed", { file })) };
  }
  if (content.kind === "tooLarge") return { config: undefined, diagnostics: [report("config/too-large", { file: configPath })] };
  if (content.kind !== "bytes") return unreadable(describeUnread(content));
  const { bytes, status } = content;
  if (!isUtf8(bytes) || bytes.includes(0))
    return { config: undefined, diagnostics: [report("config/not-text", { file: configPath })] };
  return recall(remembered, configPath, status, async () => {
    // The schema is loaded on demand, because most projects have no configuration.
    const [{ readConfig }, { configSchema }] = await Promise.all([import("./read-config.ts"), import("./schema.ts")]);
    return readConfig(bytes.toString("utf8"), configPath, configSchema);
  });
}

/** Reads the file. If it was emptied just now, waits for content: most programs empty a file before they write it. */
async function readComplete(root: Root): Promise<FileContent> {
  for (let retries = 0; ; retries += 1) {
    const content = readFileInSync(root, configPath, { maxBytes });
    const isEmpty = content.kind === "bytes" && content.bytes.length === 0 && Date.now() - content.modified <= recentMs;
    if (!isEmpty || retries === maxRetries) return content;
    await setTimeout(retryDelayMs);
  }
}

function unreadable(reason: string): ReadConfig<Config> {
  const message = `The configuration cannot be read: ${reason}.`;
  return { config: undefined, diagnostics: [report("config/unreadable", { file: configPath }, message)] };
}

/** Reads the user's configuration, in `home`: usually `~/.precept`. */
export async function loadUserConfig(
  home: string,
  remembered?: RememberedValues,
): Promise<{ readonly config: UserConfig; readonly diagnostics: readonly Diagnostic[] }> {
  const file = `${home.replaceAll("\\", "/")}/config.yaml`;
  // The user's own files may be links to any path.
  const content = readFileInSync(openRoot(home, { trusted: [parse(home).root] }), "config.yaml", { maxBytes });
  if (content.kind === "missing") return { config: {}, diagnostics: [] };
  if (content.kind !== "bytes" || !isUtf8(content.bytes)) {
    const message = `Your configuration "${file}" cannot be read as text of at most 64 KiB. None of it is used.`;
    return { config: {}, diagnostics: [report("config/unreadable", { file }, message)] };
  }
  const { bytes, status } = content;
  const { config = {}, diagnostics } = await recall<UserConfig>(remembered, file, status, async () => {
    const [{ readConfig }, { userConfigSchema }] = await Promise.all([import("./read-config.ts"), import("./user-schema.ts")]);
    return readConfig(bytes.toString("utf8"), file, userConfigSchema);
  });
  return { config, diagnostics };
}

/** Returns a remembered configuration, or reads it with the YAML library. @param status of the file before reading. */
async function recall<Settings>(
  remembered: RememberedValues | undefined,
  file: string,
  status: FileStatus,
  read: () => Promise<ReadConfig<Settings>>,
): Promise<ReadConfig<Settings>> {
  const known = remembered?.get(file, status);
  if (known !== undefined) return JSON.parse(known) as ReadConfig<Settings>;
  const result = await read();
  const json = JSON.stringify(result);
  if (result.config !== undefined && isDeepStrictEqual(JSON.parse(json), result)) remembered?.set(file, json, status);
  return result;
}
