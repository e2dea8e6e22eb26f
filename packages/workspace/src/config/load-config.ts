import { isUtf8 } from "node:buffer";
import { setTimeout } from "node:timers/promises";
import {
  describeUnread,
  type FileContent,
  kindIn,
  openRoot,
  readFileInSync,
  type RememberedValues,
  type Root,
} from "@precept/files";
import { report } from "../diagnostic-catalogue.ts";
import { configPath } from "../paths.ts";
import type { Config } from "./config.ts";
import { recallConfig } from "./recall-config.ts";
import type { ReadConfig } from "./read-config.ts";

/** The size limit of a configuration, in bytes. */
export const maxConfigBytes = 65_536;

/** An empty file that changed less than `recentMs` ago is read again up to `maxRetries` times, every `retryDelayMs` milliseconds. */
const recentMs = 1000;
const maxRetries = 10;
const retryDelayMs = 10;

/** Common misspellings of the path. Such files are reported and not read. */
const misspelledPaths = [".precept/config.yml", ".precept/config.json", ".precept.yaml", "precept.yaml"];

/** Reads the configuration of a project. A missing file is valid. */
export async function loadConfig(dir: string, remembered?: RememberedValues): Promise<ReadConfig<Config>> {
  const root = openRoot(dir);
  const content = await readComplete(root);
  if (content.kind === "missing") return isBrokenLink(root) ? unreadable("it is a link to nothing") : withoutConfig(root);
  if (content.kind === "tooLarge") return { config: undefined, diagnostics: [report("config/too-large", { file: configPath })] };
  if (content.kind !== "bytes") return unreadable(describeUnread(content));
  const { bytes } = content;
  if (!isUtf8(bytes) || bytes.includes(0))
    return { config: undefined, diagnostics: [report("config/not-text", { file: configPath })] };
  const text = bytes.toString("utf8");
  const read = async (): Promise<ReadConfig<Config>> => {
    // The schema is loaded on demand, because most projects have no configuration.
    const [{ readConfig }, { configSchema }] = await Promise.all([import("./read-config.ts"), import("./schema.ts")]);
    return readConfig(text, configPath, configSchema);
  };
  return recallConfig(remembered, configPath, content.status, read);
}

/** Reads the file. If it was emptied just now, waits for content: most programs empty a file before they write it. */
async function readComplete(root: Root): Promise<FileContent> {
  for (let retries = 0; ; retries += 1) {
    const content = readFileInSync(root, configPath, { maxBytes: maxConfigBytes });
    const isEmpty = content.kind === "bytes" && content.bytes.length === 0 && Date.now() - content.modified <= recentMs;
    if (!isEmpty || retries === maxRetries) return content;
    await setTimeout(retryDelayMs);
  }
}

function withoutConfig(root: Root): ReadConfig<Config> {
  const misnamed = misspelledPaths.filter((name) => kindIn(root, name, "entry") !== undefined);
  return { config: {}, diagnostics: misnamed.map((file) => report("config/misnamed", { file })) };
}

/** Whether the file is a link whose target is missing. Its settings are lost, unlike those of a file that was never written. */
function isBrokenLink(root: Root): boolean {
  return kindIn(root, configPath, "entry") === "link";
}

function unreadable(reason: string): ReadConfig<Config> {
  return {
    config: undefined,
    diagnostics: [report("config/unreadable", { file: configPath }, `The configuration cannot be read: ${reason}.`)],
  };
}
