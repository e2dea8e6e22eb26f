import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { PreceptError, type BudgetOptions, type ResolveOptions } from "@precept/core";
import type { Config } from "./config/config.ts";
import { fromHome, isTrusted, pathsIn } from "./configured-paths.ts";
import type { WorkspaceOptions } from "./options.ts";
import { defaultSqlitePath } from "./places.ts";
import type { WorkspaceLocation } from "./location.ts";
import { readPolicySettings, type PolicySettings } from "./policies/settings.ts";
import { userIdExpected, userIdPattern } from "./user-id.ts";

/** What a workspace works with: options, else the configuration, else defaults. Paths are absolute. */
export interface Settings {
  readonly user: string | undefined;
  readonly tool: string | undefined;
  readonly project: string | undefined;
  readonly rulesDirs: readonly string[];
  readonly defaultRules: boolean;
  /** The ids of the dialects whose files are read; undefined is all. */
  readonly dialects: readonly string[] | undefined;
  /** Whether other tools' personal files are read. */
  readonly personal: boolean;
  readonly ignore: readonly string[];
  /** The database; undefined where there is none, or none to be read. */
  readonly sqlite: string | undefined;
  readonly referenceDirs: readonly string[];
  /** Which policies are enforced, and how. */
  readonly policies: PolicySettings;
  /** How requests are answered that do not say it themselves. */
  readonly answer: ResolveOptions;
}

/** @throws PreceptError `OPTION_INVALID` where an option can't be meant as it is. */
export function readSettings(options: WorkspaceOptions, config: Config, { root, directory }: WorkspaceLocation): Settings {
  const user = options.user ?? config.user;
  if (user !== undefined && !userIdPattern.test(user)) {
    throw new PreceptError("OPTION_INVALID", { option: "user", value: user, expected: userIdExpected });
  }
  const { rulesDirs, referenceDirs } = options;
  return {
    user,
    tool: options.tool ?? config.tool,
    project: options.project ?? config.project,
    rulesDirs: rulesDirs?.map((dir) => resolve(directory, dir)) ?? pathsIn(root, config.rules?.dirs),
    defaultRules: options.defaultRules ?? config.rules?.default ?? true,
    dialects: options.dialects ?? config.rules?.dialects,
    personal: options.personalRules ?? config.rules?.personal ?? false,
    ignore: options.ignore ?? config.rules?.ignore ?? [],
    sqlite: findDatabase(options, config, root, directory),
    referenceDirs:
      referenceDirs?.map((dir) => resolve(directory, dir)) ??
      pathsIn(root, config.references?.allow).filter((dir) => isTrusted(dir, root, options.trustedDirs)),
    policies: readPolicySettings(options, config, { root, directory }),
    answer: readAnswer(options, config),
  };
}

function findDatabase(options: WorkspaceOptions, { store }: Config, root: string, directory: string): string | undefined {
  const { sqlite = store?.sqlite, readOnly } = options;
  if (sqlite === undefined || sqlite === false) return undefined;
  const isOption = typeof options.sqlite === "string";
  const path =
    sqlite === true ? resolve(root, defaultSqlitePath) : isOption ? resolve(directory, sqlite) : fromHome(root, sqlite);
  // Whoever only reads finds no rules in a database that nobody has made yet.
  return readOnly === true && !existsSync(path) ? undefined : path;
}

function readAnswer(options: WorkspaceOptions, config: Config): ResolveOptions {
  const { debug, tokens } = options;
  const order = options.order ?? config.order;
  const format = options.format ?? config.format;
  return {
    budget: joinBudgets(config.budget, options.budget),
    ...(order !== undefined && { order }),
    ...(format !== undefined && { format }),
    ...(debug !== undefined && { debug }),
    ...(tokens !== undefined && { tokens }),
  };
}

/** Limit by limit: who sets one leaves the others as they are. */
export function joinBudgets(first: BudgetOptions = {}, second: BudgetOptions = {}): BudgetOptions {
  const set = Object.entries(second).filter(([, limit]) => limit !== undefined);
  return { ...first, ...(Object.fromEntries(set) as BudgetOptions) };
}

/** The directories that the configuration would open to file references and may not. */
export function untrustedDirs(
  { references }: Config,
  { trustedDirs }: WorkspaceOptions,
  { root }: WorkspaceLocation,
): readonly string[] {
  return pathsIn(root, references?.allow).filter((dir) => !isTrusted(dir, root, trustedDirs));
}
