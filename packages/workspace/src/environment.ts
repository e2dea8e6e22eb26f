import { homedir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import type { WorkspaceOptions } from "./options.ts";

/** What the environment says about the user: whose rules are read, and what the user allows. Paths are absolute. */
export interface UserEnvironment extends Pick<WorkspaceOptions, "user" | "trustedDirs" | "managedPolicyDirs"> {
  readonly home: string;
}

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Reads the environment variables that apply to every program of Precept: `PRECEPT_HOME`, `PRECEPT_USER`,
 * `PRECEPT_TRUSTED_DIRS` and `PRECEPT_MANAGED_DIR`. Empty variables count as unset.
 *
 * @param cwd the directory that relative paths refer to.
 */
export function readUserEnvironment(env: Variables, cwd: string): UserEnvironment {
  const user = filled(env["PRECEPT_USER"]);
  const trusted = filled(env["PRECEPT_TRUSTED_DIRS"]);
  const managed = filled(env["PRECEPT_MANAGED_DIR"]);
  const home = filled(env["PRECEPT_HOME"]);
  return {
    home: home === undefined ? join(homedir(), ".precept") : resolve(cwd, home),
    ...(user !== undefined && { user }),
    ...(trusted !== undefined && { trustedDirs: splitPaths(trusted).map((dir) => resolve(cwd, dir)) }),
    // A relative path is refused with a diagnostic.
    ...(managed !== undefined && { managedPolicyDirs: [managed] }),
  };
}

/** Splits a list as in PATH. */
export function splitPaths(list: string): readonly string[] {
  return list
    .split(delimiter)
    .map((path) => path.trim())
    .filter((path) => path !== "");
}

/** Adds what the environment says to options that do not say it. An option that is undefined says that there is none. */
export function withEnvironment<Options extends WorkspaceOptions>(options: Options): Options & Pick<UserEnvironment, "home"> {
  return { ...readUserEnvironment(process.env, process.cwd()), ...options };
}

function filled(value: string | undefined): string | undefined {
  return value === "" ? undefined : value;
}
