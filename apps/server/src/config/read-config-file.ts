import { isUtf8 } from "node:buffer";
import { basename, dirname, isAbsolute, join, parse, resolve } from "node:path";
import { homedir } from "node:os";
import { readYamlTree } from "@precept/core";
import { describeUnread, openRoot, readFileInSync } from "@precept/files";
import { validateSettings, type Locate, type ReadSettings } from "./problems.ts";
import type { ServerConfig } from "./schema.ts";

/** Compares lines that begin with `file:line:column`. */
const byLine = new Intl.Collator("en", { numeric: true });

const maxConfigBytes = 65_536;

/** Reads the configuration file. A missing one is a problem if `isRequired`. Paths are relative to its directory. */
export function readConfigFile(path: string, isRequired: boolean): ReadSettings {
  const root = openRoot(dirname(path), { trusted: [parse(path).root] });
  const content = readFileInSync(root, path, { maxBytes: maxConfigBytes });
  if (content.kind === "missing" && !isRequired) return none([]);
  if (content.kind !== "bytes") return none([`${path}: The file cannot be read: ${describeUnread(content)}.`]);
  if (!isUtf8(content.bytes)) return none([`${path}: The file is not UTF-8 text.`]);
  return readConfigText(content.bytes.toString("utf8"), path);
}

export function readConfigText(text: string, path: string): ReadSettings {
  const yaml = readYamlTree(text, path);
  if (!("value" in yaml)) {
    return none(yaml.map(({ location, message }) => `${format(location)}: ${message.replace(/\.?$/, ".")}`));
  }
  const locate: Locate = (at, what) => format(what === "key" ? yaml.locateKey(at) : yaml.locate(at));
  const { settings, problems } = validateSettings(yaml.value ?? {}, locate);
  return { settings: resolvePaths(settings, dirname(path)), problems: problems.toSorted(byLine.compare), locate };
}

function none(problems: readonly string[]): ReadSettings {
  return { settings: {}, problems, locate: () => "" };
}

function format({
  file = "",
  line,
  column,
}: {
  file?: string | undefined;
  line?: number | undefined;
  column?: number | undefined;
}): string {
  return `${basename(file)}:${line ?? 1}:${column ?? 1}`;
}

/** Makes the paths of settings absolute. @param from the directory of relative ones. */
export function resolvePaths(settings: ServerConfig, from: string): ServerConfig {
  const absolute = (path: string): string =>
    path === "~" || path.startsWith("~/") ? join(homedir(), path.slice(1)) : isAbsolute(path) ? path : resolve(from, path);
  const { socket, tls, projects, projects_dir: parent, home, tokens, trusted_dirs: trusted, state, oidc } = settings;
  return {
    ...settings,
    ...(socket !== undefined && { socket: absolute(socket) }),
    ...(tls !== undefined && { tls: { cert: absolute(tls.cert), key: absolute(tls.key) } }),
    ...(projects !== undefined && { projects: projects.map((one) => ({ ...one, dir: absolute(one.dir) })) }),
    ...(parent !== undefined && { projects_dir: absolute(parent) }),
    ...(home !== undefined && { home: absolute(home) }),
    ...(tokens !== undefined && { tokens: absolute(tokens) }),
    ...(state !== undefined && { state: mapFiles(state, absolute) }),
    ...(oidc?.client_secret_file !== undefined && {
      oidc: { ...oidc, client_secret_file: absolute(oidc.client_secret_file) },
    }),
    ...(trusted !== undefined && { trusted_dirs: trusted.map(absolute) }),
  };
}

function mapFiles({ postgres, redis }: NonNullable<ServerConfig["state"]>, absolute: (path: string) => string) {
  const map = <Engine extends { url_file?: string | undefined }>(engine: Engine): Engine =>
    engine.url_file === undefined ? engine : { ...engine, url_file: absolute(engine.url_file) };
  return { ...(postgres !== undefined && { postgres: map(postgres) }), ...(redis !== undefined && { redis: map(redis) }) };
}
