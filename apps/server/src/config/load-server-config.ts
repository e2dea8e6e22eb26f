import { join, resolve } from "node:path";
import { PreceptError, withoutUndefined } from "@precept/core";
import { existsAt, kindAt, messageOf, shownPath } from "@precept/files";
import { findProject, readUserEnvironment } from "@precept/workspace";
import { defaultConfigFile } from "./default-config-file.ts";
import { findStateUrl, type StateEngine } from "./state-url.ts";
import { nameProjects } from "../projects/project-dirs.ts";
import { readEnvironment } from "./environment.ts";
import { validateSettings, type Locate, type ReadSettings } from "./problems.ts";
import { readConfigFile, resolvePaths } from "./read-config-file.ts";
import type { ServerConfig } from "./schema.ts";
import { readOidcOptions } from "./oidc-options.ts";

interface ServeArguments {
  readonly port?: string;
  readonly host?: string;
  readonly socket?: string;
  readonly root?: readonly string[];
  readonly projects?: string;
  readonly config?: string;
  readonly user?: string;
  readonly shutdownDelay?: string;
}

export interface ConfigSources {
  readonly args: ServeArguments;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
}

/** The settings of a server, with those that have defaults which depend on others. Paths are absolute. */
export interface LoadedServerConfig extends ServerConfig {
  readonly home: string;
  /** The directory of managed policies that the environment names. Default: only that of the system. */
  readonly managedDir?: string;
}

/**
 * Reads the settings from the command line, then the environment, then the file. The projects and the address are each
 * replaced as a whole. @throws PreceptError `SERVER_CONFIG_INVALID` with all problems.
 */
export function loadServerConfig({ args, env, cwd }: ConfigSources): LoadedServerConfig {
  const typed = readArguments(args, cwd);
  const inEnvironment = readEnvironment(env, cwd);
  const ofUser = readUserEnvironment(env, cwd);
  const home = inEnvironment.settings.home ?? ofUser.home;
  const configFile = args.config === undefined ? join(home, defaultConfigFile) : resolve(cwd, args.config);
  const file = readConfigFile(configFile, args.config !== undefined);
  const sources = [typed, inEnvironment, file];
  const merged = sources.map(({ settings }) => settings).reduce(merge);
  const settings: LoadedServerConfig = { ...merged, home: merged.home ?? home };
  const { trusted_dirs: trusted = ofUser.trustedDirs, user = ofUser.user } = settings;
  const hasProjects = settings.projects !== undefined || settings.projects_dir !== undefined;
  const [managedDir] = ofUser.managedPolicyDirs ?? [];
  const withTrust = {
    ...settings,
    ...(trusted !== undefined && { trusted_dirs: [...trusted] }),
    ...withoutUndefined({ user, managedDir }),
  };
  const complete = hasProjects ? withTrust : { ...withTrust, projects: [{ dir: findProject(cwd, settings.home) }] };
  const locate: Locate = ([key = "", ...path]) =>
    sources.find(({ settings: one }) => one[key as keyof ServerConfig] !== undefined)?.locate([key, ...path]) ?? String(key);
  const problems = [...sources.flatMap((source) => source.problems), ...checkSettings(complete, locate, cwd, env)];
  if (problems.length > 0) throw new PreceptError("SERVER_CONFIG_INVALID", { problems });
  return complete;
}

function readArguments(args: ServeArguments, cwd: string): ReadSettings {
  const { port, host, socket, root, projects, user, shutdownDelay } = args;
  const written = {
    ...withoutUndefined({ host, socket, user, port: readNumber(port), shutdown_delay: readNumber(shutdownDelay) }),
    ...(root !== undefined && { projects: root.map((dir) => ({ dir })) }),
    ...(projects !== undefined && { projects_dir: projects }),
  };
  const optionOf: Readonly<Record<string, string>> = {
    projects: "--root",
    projects_dir: "--projects",
    shutdown_delay: "--shutdown-delay",
  };
  const locate: Locate = ([key]) => optionOf[String(key)] ?? `--${String(key)}`;
  const { settings, problems } = validateSettings(written, locate);
  const both = socket !== undefined && (port ?? host) !== undefined;
  const conflict = both ? ["--socket: It cannot be combined with --port and --host."] : [];
  return { settings: resolvePaths(settings, cwd), problems: [...problems, ...conflict], locate };
}

/** Other texts stay as they are, for the message of the schema. */
function readNumber(written: string | undefined): string | number | undefined {
  return written !== undefined && /^\d+$/.test(written) ? Number(written) : written;
}

function merge(high: ServerConfig, low: ServerConfig): ServerConfig {
  const rest = { ...low };
  if (high.projects !== undefined || high.projects_dir !== undefined) {
    delete rest.projects;
    delete rest.projects_dir;
  }
  if (high.host !== undefined || high.port !== undefined) delete rest.socket;
  const both = { ...rest, ...high };
  for (const name of ["limits", "log", "metrics"] as const) {
    if (high[name] !== undefined && rest[name] !== undefined) Object.assign(both, { [name]: { ...rest[name], ...high[name] } });
  }
  return both;
}

/** Finds the problems that the schema cannot express. */
function checkSettings(settings: LoadedServerConfig, locate: Locate, cwd: string, env: ConfigSources["env"]): readonly string[] {
  const { projects = [], projects_dir: parent, tls, socket } = settings;
  const show = (path: string): string => shownPath(cwd, path);
  return [
    ...projects.flatMap(({ dir }, at) => checkDirectory(dir, locate(["projects", at, "dir"]), show)),
    ...(parent === undefined ? [] : checkDirectory(parent, locate(["projects_dir"]), show)),
    ...checkIds(projects, locate(["projects"])),
    ...checkState(settings.state, locate, env),
    ...checkOidc(settings.oidc, locate, env),
    ...(tls === undefined ? [] : (["cert", "key"] as const).flatMap((name) => checkFile(tls[name], locate(["tls", name]), show))),
    ...(socket === undefined || Buffer.byteLength(socket) <= maxSocketBytes
      ? []
      : [
          `${locate(["socket"])}: The path of a socket must have at most ${maxSocketBytes} bytes. Choose a shorter one than ${socket}.`,
        ]),
  ];
}

function checkState(state: ServerConfig["state"], locate: Locate, env: ConfigSources["env"]): readonly string[] {
  const engines = Object.keys(state ?? {}) as StateEngine[];
  return engines.flatMap((engine) => {
    const url = findStateUrl(state, engine, env);
    return url === undefined || "value" in url ? [] : [`${locate(["state", engine])}: The engine has no URL: ${url.missing}.`];
  });
}

function checkOidc(settings: ServerConfig["oidc"], locate: Locate, env: ConfigSources["env"]): readonly string[] {
  const options = readOidcOptions(settings, env);
  if (options === undefined) return [];
  if ("missing" in options) return [`${locate(["oidc"])}: The client has no secret: ${options.missing}.`];
  const { roles = {}, projects = [] } = options;
  const hasGroups = [roles, ...projects.map((project) => project.roles)].some((one) =>
    Object.values(one).some((groups) => groups.length > 0),
  );
  return hasGroups ? [] : [`${locate(["oidc"])}: No group has a role, so no user could log in. Add \`roles\`.`];
}

function checkDirectory(dir: string, location: string, show: (path: string) => string): readonly string[] {
  const kind = kindOf(dir);
  if (kind === "directory") return [];
  return [`${location}: ${kind === undefined ? "There is no directory" : "This is not a directory:"} ${show(dir)}.`];
}

function checkFile(path: string, location: string, show: (path: string) => string): readonly string[] {
  return existsAt(path) ? [] : [`${location}: There is no file ${show(path)}.`];
}

/** The maximum length of the path of a Unix socket, in bytes, on every system. */
const maxSocketBytes = 103;

function checkIds(projects: NonNullable<ServerConfig["projects"]>, location: string): readonly string[] {
  try {
    nameProjects(projects.map(({ id, dir }) => ({ dir, ...(id !== undefined && { id }) })));
    return [];
  } catch (error) {
    return [`${location}: ${messageOf(error)}`];
  }
}

function kindOf(path: string): ReturnType<typeof kindAt> {
  try {
    return kindAt(path);
  } catch {
    return undefined;
  }
}
