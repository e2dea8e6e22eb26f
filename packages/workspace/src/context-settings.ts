import { resolve } from "node:path";
import type { Config } from "./config/config.ts";
import type { WorkspaceLocation } from "./location.ts";
import type { ContextSettings, WorkspaceOptions } from "./options.ts";
import type { PathGate } from "./path-gate.ts";

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
