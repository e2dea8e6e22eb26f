import { isDeepStrictEqual } from "node:util";
import { ContentCache } from "@precept/files";
import type { WorkspaceLocation } from "../location.ts";
import type { WorkspaceOptions } from "../options.ts";
import { rememberedIn } from "../remembered-in.ts";
import type { ReadConfig } from "./read-config.ts";

/** Caches valid configurations by their text: loading the schema and the YAML library takes longer than most commands. */
export interface ConfigCache {
  /** Returns the configuration of a file with this text, which `read` reads if it is not cached. */
  get<Config>(file: string, text: string, read: () => Promise<ReadConfig<Config>>): Promise<ReadConfig<Config>>;
  save(): Promise<void>;
}

/** Opens the cache of the configurations that a workspace uses. */
export function openConfigCache(
  location: Pick<WorkspaceLocation, "root" | "home">,
  options: Pick<WorkspaceOptions, "readOnly" | "remember">,
): ConfigCache {
  const own = rememberedIn("config", location, options);
  const store = own && new ContentCache({ ...own, subject: location.root });
  return {
    async get<Config>(file: string, text: string, read: () => Promise<ReadConfig<Config>>) {
      // Diagnostics contain the name of the file.
      const key = JSON.stringify([file, text]);
      const cached = parse(store?.get(key)) as ReadConfig<Config> | undefined;
      if (cached !== undefined) return cached;
      const result = await read();
      const json = JSON.stringify(result);
      if (result.config !== undefined && isDeepStrictEqual(JSON.parse(json), result)) store?.set(key, json);
      return result;
    },
    save: async () => store?.save(),
  };
}

/** Returns undefined if the text is not JSON. */
function parse(json: string | undefined): unknown {
  try {
    return json === undefined ? undefined : JSON.parse(json);
  } catch {
    return undefined;
  }
}
