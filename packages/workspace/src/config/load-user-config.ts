import { isUtf8 } from "node:buffer";
import { parse } from "node:path";
import { openRoot, readFileInSync, type RememberedValues } from "@precept/files";
import type { Diagnostic } from "@precept/core";
import type * as z from "zod/mini";
import { report } from "../diagnostic-catalogue.ts";
import { maxConfigBytes } from "./load-config.ts";
import type { Fixed } from "./config.ts";
import { recallConfig } from "./recall-config.ts";
import type { ReadConfig } from "./read-config.ts";
import type { userConfigSchema } from "./user-schema.ts";

/** The valid settings of `~/.precept/config.yaml`, which apply to every project. */
export type UserConfig = Fixed<z.infer<typeof userConfigSchema>>;

/** The file name in the user's Precept directory. */
const userConfigFile = "config.yaml";

/**
 * Reads the user's configuration. Its schema is loaded only if the file exists.
 *
 * @param home the user's Precept directory, usually `~/.precept`.
 */
export async function loadUserConfig(
  home: string,
  remembered?: RememberedValues,
): Promise<{ readonly config: UserConfig; readonly diagnostics: readonly Diagnostic[] }> {
  const file = `${home.replaceAll("\\", "/")}/${userConfigFile}`;
  // The user's own files may be links to any path.
  const root = openRoot(home, { trusted: [parse(home).root] });
  const content = readFileInSync(root, userConfigFile, { maxBytes: maxConfigBytes });
  if (content.kind === "missing") return { config: {}, diagnostics: [] };
  if (content.kind !== "bytes" || !isUtf8(content.bytes)) {
    const message = `Your configuration "${file}" cannot be read as text of at most 64 KiB. None of it is used.`;
    return { config: {}, diagnostics: [report("config/unreadable", { file }, message)] };
  }
  const text = content.bytes.toString("utf8");
  const read = async (): Promise<ReadConfig<UserConfig>> => {
    const [{ readConfig }, { userConfigSchema }] = await Promise.all([import("./read-config.ts"), import("./user-schema.ts")]);
    return readConfig(text, file, userConfigSchema);
  };
  const { config = {}, diagnostics } = await recallConfig(remembered, file, content.status, read);
  return { config, diagnostics };
}
