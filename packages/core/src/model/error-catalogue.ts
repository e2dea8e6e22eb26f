/** What happened, and what to do about it. Codes are permanent: a program may branch on them. */
interface ErrorEntry<Details> {
  readonly title: string;
  readonly message: (details: Details) => string;
  readonly hint?: (details: Details) => string;
}

function entry<Details>(written: ErrorEntry<Details>): ErrorEntry<Details> {
  return written;
}

/** Every failure that Precept throws, as data: the messages, and the reference page, come from here. */
export const errorCatalogue = {
  RULE_INVALID: entry<{ name: string; problems: readonly string[] }>({
    title: "A rule has a field that is missing or out of range",
    message: ({ name, problems }) => `The rule "${name}" is not valid: ${problems.join("; ")}.`,
    hint: () => "Correct the named fields. A rule needs an id and a name, and a priority from 1 to 100.",
  }),
  RULE_NOT_FOUND: entry<{ name: string; known: readonly string[] }>({
    title: "No rule has this name or id",
    message: ({ name }) => `There is no rule "${name}".`,
    hint: ({ known }) =>
      known.length > 0 ? `Did you mean ${known.map((one) => `"${one}"`).join(" or ")}?` : "`precept list` shows all rules.",
  }),
  RULE_CONFLICT: entry<{ id: string; expected: string; actual: string }>({
    title: "The rule was changed by somebody else in the meantime",
    message: ({ id, expected, actual }) => `The rule "${id}" is at revision ${actual}, not ${expected}.`,
    hint: () => "Read the rule again, apply the change to that revision and save it.",
  }),
  RULE_EXISTS: entry<{ name: string; scope: string; location: string }>({
    title: "A rule of this name exists already",
    message: ({ name, scope, location }) => `A rule named "${name}" already exists at ${scope} scope: ${location}.`,
    hint: ({ name }) => `Change it with \`precept edit ${name}\`, or choose another name.`,
  }),
  STORE_CAPABILITY_MISSING: entry<{ store: string; capability: string }>({
    title: "The store cannot do this",
    message: ({ store, capability }) => `The store "${store}" does not support ${capability}.`,
    hint: () => "Look at the store's `capabilities` before the call, or use another store.",
  }),
  STORE_CLOSED: entry<{ store: string }>({
    title: "The store was disposed of before the call",
    message: ({ store }) => `The store "${store}" is closed.`,
    hint: () => "Keep the store open (`await using`) for as long as anything uses it.",
  }),
  STORE_FAILED: entry<{ store: string; problem: string }>({
    title: "The store could not be read or written",
    message: ({ store, problem }) => `The store "${store}" failed: ${problem}.`,
  }),
  RULEBOOK_CLOSED: entry<Readonly<Record<string, never>>>({
    title: "The rulebook was disposed of before the call",
    message: () => "The rulebook is closed.",
    hint: () => "Keep the rulebook open (`await using`) for as long as anything asks it.",
  }),
  LEDGER_INVALID: entry<{ path: string; problem: string }>({
    title: "The ledger of exported files cannot be read",
    message: ({ problem }) => problem,
    hint: ({ path }) =>
      `Restore ${path} from version control, or delete it: the files it knew are then taken for hand-written ones.`,
  }),
  LEDGER_CHANGED: entry<{ path: string }>({
    title: "Another process exported or imported in the meantime",
    message: ({ path }) => `${path} was written by another process since this run began; nothing was done.`,
    hint: () => "Run the command again.",
  }),
  OPTION_INVALID: entry<{ option: string; value: string; expected: string }>({
    title: "An option has a value it cannot have",
    message: ({ option, value, expected }) => `${option} cannot be ${JSON.stringify(value)}: expected ${expected}.`,
  }),
  RULES_DIR_NOT_FOUND: entry<{ path: string; directory: string }>({
    title: "A rule directory that the caller named does not exist",
    message: ({ path }) => `No such rule directory: ${path}`,
    hint: ({ directory }) =>
      `Correct the path (--rules-dir, PRECEPT_RULES_DIRS or the option \`rulesDirs\`) or create the directory. Relative paths start at ${directory}.`,
  }),
  PATH_REFUSED: entry<{ path: string; root: string; problem: string; target?: string }>({
    title: "A path leaves the directory that it has to lie in",
    message: ({ path, root, problem, target }) =>
      `Precept does not open "${path}" in "${root}": ${problem}${target === undefined ? "" : ` ("${target}")`}.`,
    hint: () =>
      "Replace the link by a real file or directory. To allow links into a directory outside the project, list it in PRECEPT_TRUSTED_DIRS or as `trustedDirs` in ~/.precept/config.yaml.",
  }),
  BASELINE_INVALID: entry<{ path: string; problem: string }>({
    title: "The file that a baseline would be written to holds something else",
    message: ({ path, problem }) =>
      `The baseline "${path}" is not written: ${problem.charAt(0).toLowerCase()}${problem.slice(1)}`,
    hint: ({ path }) => `Restore ${path} from version control, delete it, or name another file.`,
  }),
  RULE_ENGINE_REFUSED: entry<{ problem: string }>({
    title: "A rule engine was asked for something it could not do",
    message: ({ problem }) => problem,
    hint: () => "Correct what the message names, and ask again.",
  }),
  CHECKPOINT_FAILED: entry<{ action: string; directory: string; problem: string; remedy?: string | undefined }>({
    title: "A checkpoint could not be made, or not be gone back to",
    message: ({ action, directory, problem }) => `Cannot ${action} in "${directory}": ${problem}.`,
    hint: ({ remedy }) => remedy ?? "Look at what git says about this directory: `git status`.",
  }),
  NODE_UNSUPPORTED: entry<{ minimum: string; found: string }>({
    title: "This release of Node is too old",
    message: ({ minimum, found }) => `Precept needs Node ${minimum} or newer; this is Node ${found}.`,
    hint: ({ minimum }) => `Install Node ${minimum} or newer.`,
  }),
  SQLITE_MISSING: entry<{ store: string }>({
    title: "SQLite is not available",
    message: ({ store }) =>
      `The store "${store}" needs SQLite: better-sqlite3 is not installed, and this build of Node has no node:sqlite.`,
    hint: () =>
      "Install better-sqlite3 next to Precept (npm install better-sqlite3), or use a build of Node that includes node:sqlite.",
  }),
  FILE_SYSTEM_FAILED: entry<{ problem: string; action?: string; path?: string; remedy?: string }>({
    title: "A file or directory could not be read or written",
    message: ({ problem, action = "access", path }) =>
      `Cannot ${action} ${path === undefined ? "a file" : `"${shortened(path)}"`}: ${problem}.`,
    hint: ({ remedy }) => remedy ?? "Check the path and its permissions.",
  }),
} as const;

/** A path of which the middle is left out if it is too long for a message. */
function shortened(path: string): string {
  return path.length <= 200 ? path : `${path.slice(0, 120)}…${path.slice(-60)}`;
}

export type ErrorCode = keyof typeof errorCatalogue;

/** What a failure with this code carries in its `details`. */
export type ErrorDetails<Code extends ErrorCode> = Parameters<(typeof errorCatalogue)[Code]["message"]>[0];
