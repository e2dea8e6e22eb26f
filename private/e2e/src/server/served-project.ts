import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { startServerProcess, type ServerProcess, type ServerProcessOptions } from "@precept/testing/server-process";

/** A server in a process of its own. Disposal kills it and deletes its files. */
export interface ServedProject extends AsyncDisposable {
  /** The directory of the project is `shop` in it, the user's Precept directory is `home`. */
  readonly dir: string;
  readonly server: ServerProcess;
}

/**
 * Starts a server of a project with the rule `style`.
 *
 * @param files further files, by paths relative to `dir`.
 */
export async function serveProject(
  files: Readonly<Record<string, string>> = {},
  options: Partial<ServerProcessOptions> = {},
): Promise<ServedProject> {
  const dir = await mkdtemp(join(tmpdir(), "precept-server-"));
  const all = {
    "home/.keep": "",
    "shop/.precept/rules/style.md": "---\nname: style\ndescription: Style.\n---\nUse named exports.\n",
    ...files,
  };
  for (const [path, text] of Object.entries(all)) {
    await mkdir(dirname(join(dir, path)), { recursive: true });
    await writeFile(join(dir, path), text);
  }
  const { args = [] } = options;
  const server = await startServerProcess({ ...options, home: join(dir, "home"), args: ["--root", join(dir, "shop"), ...args] });
  return {
    dir,
    server,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** Sends JSON to the API of a server. */
export async function callApi(server: ServerProcess, path: string, init: RequestInit = {}): Promise<Response> {
  const headers = { ...(init.body !== undefined && { "content-type": "application/json" }), ...init.headers };
  return fetch(`${server.url}/api/v1${path}`, { ...init, headers });
}
