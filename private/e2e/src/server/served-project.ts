import { createProject, type Project } from "@precept/testing";
import { startServerProcess, type ServerProcess, type ServerProcessOptions } from "@precept/testing/server-process";
import { onTestFinished } from "vitest";

/** A server in a process of its own, with a project of one rule. */
export interface ServedProject {
  readonly project: Project;
  readonly server: ServerProcess;
}

/** Starts a server for one test. The project is in `shop`, the user's Precept directory is `home`. */
export async function serveProject(
  files: Readonly<Record<string, string>> = {},
  options: Partial<ServerProcessOptions> = {},
): Promise<ServedProject> {
  const project = await createProject({
    "home/.keep": "",
    "shop/.precept/rules/style.md": "---\nname: style\ndescription: Style.\n---\nUse named exports.\n",
    ...files,
  });
  const { args = [] } = options;
  const server = await startServerProcess({
    ...options,
    home: `${project.dir}/home`,
    args: ["--root", `${project.dir}/shop`, ...args],
  });
  onTestFinished(() => server[Symbol.asyncDispose]());
  return { project, server };
}

/** Sends JSON to the API of a server. */
export async function callApi(server: ServerProcess, path: string, init: RequestInit = {}): Promise<Response> {
  const headers = { ...(init.body !== undefined && { "content-type": "application/json" }), ...init.headers };
  return fetch(`${server.url}/api/v1${path}`, { ...init, headers });
}
