import { join } from "node:path";
import { PreceptError } from "@precept/core";
import { defaultConfigFile } from "../config/default-config-file.ts";
import { readEnvironment } from "../config/environment.ts";
import { readConfigFile } from "../config/read-config-file.ts";
import type { ServerConfig } from "../config/schema.ts";

export interface UserConfigSources {
  /** The user's Precept directory, with the configuration of the server. */
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
}

/**
 * Reads the part of the server's configuration that other programs need, from the environment and from `server.yaml` in the user's
 * directory. @throws PreceptError `SERVER_CONFIG_INVALID`
 */
export function readUserConfig({ home, env, cwd }: UserConfigSources): Pick<ServerConfig, "state" | "projects" | "projects_dir"> {
  const sources = [readEnvironment(env, cwd), readConfigFile(join(home, defaultConfigFile), false)];
  const problems = sources.flatMap((source) => source.problems);
  if (problems.length > 0) throw new PreceptError("SERVER_CONFIG_INVALID", { problems });
  const [first, second] = sources.map(({ settings }) => settings);
  const ofProjects = first?.projects === undefined && first?.projects_dir === undefined ? second : first;
  return { state: first?.state ?? second?.state, projects: ofProjects?.projects, projects_dir: ofProjects?.projects_dir };
}
