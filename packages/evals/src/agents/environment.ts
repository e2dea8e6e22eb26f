/** Variables of the user that programs need to run at all. All others are dropped: they could change what the agent does. */
const basicVariables = ["PATH", "PATHEXT", "SYSTEMROOT", "COMSPEC", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "TERM"];

/** Variables that lead programs to the user's files: each names a separate, empty directory. */
const homeVariables: Readonly<Record<string, string>> = {
  HOME: "home",
  USERPROFILE: "home",
  APPDATA: "home/appdata",
  LOCALAPPDATA: "home/appdata",
  XDG_CONFIG_HOME: "home/.config",
  XDG_DATA_HOME: "home/.local/share",
  XDG_STATE_HOME: "home/.local/state",
  XDG_CACHE_HOME: "home/.cache",
  CLAUDE_CONFIG_DIR: "home/.claude",
  CODEX_HOME: "home/.codex",
  PRECEPT_HOME: "home/.precept",
  TMPDIR: "tmp",
  TEMP: "tmp",
  TMP: "tmp",
};

/** The directories that the variables name, below the directory of a run. */
export const homeDirectories: readonly string[] = [...new Set(Object.values(homeVariables))];

/**
 * Returns the environment of an agent: nothing of the user but what programs need, and what the case passes on. Rules, skills and memories in the
 * user's own directories would otherwise reach the agent in every arm.
 *
 * @param dir the directory of the run, absolute.
 */
export function environmentOf(
  dir: string,
  user: Readonly<Record<string, string | undefined>>,
  passed: readonly string[] = [],
): Readonly<Record<string, string>> {
  const shared = [...basicVariables, ...passed].flatMap((name) => (user[name] === undefined ? [] : [[name, user[name]]]));
  const own = Object.entries(homeVariables).map(([name, path]) => [name, `${dir}/${path}`]);
  return Object.fromEntries([...own, ...shared]) as Record<string, string>;
}
