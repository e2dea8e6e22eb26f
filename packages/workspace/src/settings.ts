import { resolve } from "node:path";
import {
  budgetLimitNames,
  PreceptError,
  withoutUndefined,
  type BudgetOptions,
  type Diagnostic,
  type ResolveOptions,
} from "@precept/core";
import { existsAt, type WatchBackend } from "@precept/files";
import { defaultMaxDepth, defaultMaxDirectories, type SearchOptions } from "@precept/store-fs";
import type { Config, UserConfig } from "./config/config.ts";
import type { ContextSettings, WorkspaceOptions } from "./options.ts";
import { report } from "./diagnostic-catalogue.ts";
import { defaultSqlitePath } from "./paths.ts";
import type { WorkspaceLocation } from "./location.ts";
import type { PolicySettings } from "@precept/enforcement";
import { findModelFamily, type TokenCounterConfig } from "@precept/token-counters";
import { readMemorySettings, type MemorySettings } from "./memory-settings.ts";
import { readPolicySettings } from "./policy-settings.ts";
import { PathGate } from "./path-gate.ts";
import { findServerUrl } from "./server-url.ts";
import { readSearchSettings, type SearchSettings } from "./search-settings.ts";
import type { Trust } from "./trust.ts";
import { userIdExpected, userIdPattern } from "./user-id.ts";

const defaultRescan = 60;

/** The effective settings of a workspace: from options, the configuration and defaults. Paths are absolute. */
export interface Settings {
  readonly user: string | undefined;
  readonly tool: string | undefined;
  readonly project: string | undefined;
  readonly rulesDirs: readonly string[];
  readonly defaultRules: boolean;
  /** The ids of the dialects whose files are read; undefined means all. */
  readonly dialects: readonly string[] | undefined;
  /** Whether personal files of other tools are read. */
  readonly personal: boolean;
  readonly ignore: readonly string[];
  /** The limits of the search for rule directories. */
  readonly rootSearch: Pick<SearchOptions, "maxDirectories" | "maxDepth">;
  /** The interval of rescans in a watched workspace, in seconds; 0 means never. */
  readonly rescan: number;
  /** How a watched workspace notices changes. */
  readonly watchBackend: WatchBackend;
  /** The path of the database; undefined if there is none, or if it is not allowed. */
  readonly sqlite: string | undefined;
  /** The PostgreSQL database; undefined if there is none, or if it is not allowed. */
  readonly postgres: PostgresSettings | undefined;
  /** The cache that servers share; undefined if there is none, or if it is not allowed. */
  readonly redis: RedisSettings | undefined;
  readonly referenceDirs: readonly string[];
  readonly policies: PolicySettings;
  readonly context: ContextSettings;
  /** How rules are found by their text. */
  readonly search: SearchSettings;
  /** What agents may add to the rules. */
  readonly memory: MemorySettings;
  readonly sessions: SessionSettings;
  /** How tokens are counted, unless the option `tokens` has a counter. */
  readonly tokens: TokenCounterConfig;
  /** The default options of requests. */
  readonly answer: ResolveOptions;
}

interface PostgresSettings {
  readonly url: string;
  readonly schema?: string;
}

export interface RedisSettings {
  readonly url: string;
  readonly prefix?: string;
}

interface SessionSettings {
  /** Whether what agents receive is recorded. */
  readonly isRecorded: boolean;
}

/** Combines options, configuration and defaults. Reports ignored ones. @throws PreceptError `OPTION_VALUE_INVALID` */
export function readSettings(
  options: WorkspaceOptions,
  config: Config,
  location: WorkspaceLocation,
  trust: Trust,
): { readonly settings: Settings; readonly diagnostics: readonly Diagnostic[] } {
  const { root, directory, home, isUnmarked } = location;
  const gate = new PathGate(root, trust);
  const user = options.user ?? config.user;
  if (user !== undefined && !userIdPattern.test(user)) {
    throw new PreceptError("OPTION_VALUE_INVALID", { option: "user", value: user, expected: userIdExpected });
  }
  const { rulesDirs, referenceDirs } = options;
  const tokens = { counter: options.tokenCounter ?? config.tokens?.counter, model: options.model ?? config.tokens?.model };
  const settings: Settings = {
    user,
    tool: options.tool ?? config.tool,
    project: options.project ?? config.project,
    rulesDirs: rulesDirs?.map((dir) => resolve(directory, dir)) ?? gate.allowed("rules.dirs", config.rules?.dirs),
    defaultRules: options.defaultRules ?? config.rules?.default ?? true,
    dialects: options.dialects ?? config.rules?.dialects,
    personal: options.personalRules ?? readsPersonalRules(config, trust.config, gate),
    ignore: options.ignore ?? config.rules?.ignore ?? [],
    rootSearch: {
      maxDirectories: config.rules?.maxDirectories ?? defaultMaxDirectories,
      maxDepth: config.rules?.maxDepth ?? (isUnmarked ? 0 : defaultMaxDepth),
    },
    rescan: config.watch?.rescan ?? defaultRescan,
    watchBackend: options.watchBackend ?? config.watch?.backend ?? "events",
    sqlite: findDatabase(options, config, location, gate),
    postgres: findPostgres(config, gate),
    redis: findRedis(config, gate),
    referenceDirs:
      referenceDirs?.map((dir) => resolve(directory, dir)) ?? gate.allowed("references.allow", config.references?.allow),
    policies: readPolicySettings(options, config, location, gate),
    context: readContextSettings(options, config, location, gate),
    search: readSearchSettings(options, config, trust.config, { home, gate }),
    memory: readMemorySettings(config, trust.config, gate),
    sessions: { isRecorded: trust.config.sessions?.record ?? config.sessions?.record ?? true },
    tokens,
    answer: readAnswer(options, config),
  };
  return { settings, diagnostics: [...gate.diagnostics, ...reportUnknownModel(tokens.model)] };
}

function readContextSettings(
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
    hookSessions: options.hookSessions ?? config.hookSessions,
  };
}

function findDatabase(options: WorkspaceOptions, { store }: Config, { root, directory }: WorkspaceLocation, gate: PathGate) {
  const { sqlite = store?.sqlite, readOnly } = options;
  if (sqlite === undefined || sqlite === false) return undefined;
  if (typeof options.sqlite === "string") return existing(resolve(directory, options.sqlite), readOnly);
  const [path] = sqlite === true ? [resolve(root, defaultSqlitePath)] : gate.allowed("store.sqlite", [sqlite]);
  return path !== undefined && gate.isDatabase(path) ? existing(path, readOnly) : undefined;
}

function findPostgres({ store: { postgres } = {} }: Config, gate: PathGate): PostgresSettings | undefined {
  const url = findServerUrl("store.postgres", postgres, gate);
  return url === undefined ? undefined : { url, ...withoutUndefined({ schema: postgres?.schema }) };
}

function findRedis({ cache: { redis } = {} }: Config, gate: PathGate): RedisSettings | undefined {
  const url = findServerUrl("cache.redis", redis, gate);
  return url === undefined ? undefined : { url, ...withoutUndefined({ prefix: redis?.prefix }) };
}

/** Returns no path for a missing database if the workspace is read-only, because it must not be created. */
function existing(path: string, readOnly: boolean | undefined): string | undefined {
  return readOnly === true && !existsAt(path) ? undefined : path;
}

function readAnswer(options: WorkspaceOptions, config: Config): ResolveOptions {
  const { order = config.order, format = config.format, debug, tokens, requestBy } = options;
  const budget = joinBudgets([config.budget, "configuration"], [options.budget, "options"]);
  return { budget, ...withoutUndefined({ order, format, debug, tokens, requestBy }) };
}

/** The project can refuse what the user wants, but only a trusted project can ask for it. */
function readsPersonalRules(project: Config, user: UserConfig, gate: PathGate): boolean {
  const wanted = project.rules?.personal;
  if (wanted === true && user.rules?.personal !== true) return gate.mayAct("rules.personal");
  return wanted ?? user.rules?.personal ?? false;
}

/** A budget, and the source of its limits that name none. */
type SourcedBudget = readonly [budget: BudgetOptions | undefined, source: string];

/** Combines budgets. Later limits override earlier ones. The result names the source of each limit. */
export function joinBudgets(...budgets: readonly SourcedBudget[]): BudgetOptions {
  const joined = {};
  const sources: Record<string, string> = {};
  for (const [budget = {}, source] of budgets) {
    Object.assign(joined, Object.fromEntries(Object.entries(budget).filter(([, limit]) => limit !== undefined)));
    for (const name of budgetLimitNames) {
      if (budget[name] !== undefined) sources[name] = budget.sources?.[name] ?? source;
    }
  }
  return Object.keys(sources).length === 0 ? joined : { ...joined, sources };
}

/** Reports a model whose tokenizer is unknown. */
export function reportUnknownModel(model: string | undefined): readonly Diagnostic[] {
  if (model === undefined || findModelFamily(model) !== undefined) return [];
  const message = `The tokenizer of the model "${model}" is unknown. Tokens are counted as without a model.`;
  return [report("tokens/unknown-model", {}, message)];
}
