import { resolve } from "node:path";
import type { Config } from "./config/config.ts";
import type { WorkspaceLocation } from "./location.ts";
import type { WorkspaceOptions } from "./options.ts";
import type { PathGate } from "./path-gate.ts";

/** The effective settings of the agent context. */
export interface ContextSettings {
  /** The directory of the context files, absolute. */
  readonly dir: string;
  /** The IANA time zone of the daily notes. Undefined: the system's. */
  readonly timeZone: string | undefined;
  /** In characters. Undefined means the default. */
  readonly maxFileCharacters: number | undefined;
  /** In characters. Undefined means the default. */
  readonly maxCharacters: number | undefined;
}

/** The settings of the agent context that a caller can pass. They override the configuration. */
export interface ContextOptions extends Partial<Omit<ContextSettings, "dir">> {
  /** The directory of the context files, relative to the opened directory. Default: the project. */
  readonly dir?: string;
}

export function readContextSettings(
  { context: options = {} }: WorkspaceOptions,
  { context: config = {} }: Config,
  { root, directory }: WorkspaceLocation,
  gate: PathGate,
): ContextSettings {
  const [allowed = root] = config.dir === undefined ? [] : gate.allowed("context.dir", [config.dir]);
  return {
    dir: options.dir === undefined ? allowed : resolve(directory, options.dir),
    timeZone: options.timeZone ?? config.timeZone,
    maxFileCharacters: options.maxFileCharacters ?? config.maxFileCharacters,
    maxCharacters: options.maxCharacters ?? config.maxCharacters,
  };
}
