import { formatNumber } from "../../text/format.ts";
import { entry, shorten } from "./entry.ts";

export const fileErrors = {
  PATH_NOT_FOUND: entry<{ path: string; expected: "file" | "directory" | "file or directory" }>({
    title: "A file or directory that the caller named does not exist",
    message: ({ path, expected }) => `No such ${expected}: ${shorten(path)}`,
  }),
  NOT_A_DIRECTORY: entry<{ path: string }>({
    title: "A path that must be a directory is something else",
    message: ({ path }) => `Not a directory: ${shorten(path)}`,
  }),
  NOT_A_FILE: entry<{ path: string }>({
    title: "A path that must be a regular file is a directory, a link or something else",
    message: ({ path }) => `Not a regular file: ${shorten(path)}`,
  }),
  NOT_A_TEXT_FILE: entry<{ path: string }>({
    title: "A file that must be a text is binary",
    message: ({ path }) => `Not a text file: ${shorten(path)}`,
  }),
  FILE_TOO_LARGE: entry<{ path: string; maxBytes: number }>({
    title: "A file is larger than the limit",
    message: ({ path }) => `File too large: ${shorten(path)}`,
    hint: ({ maxBytes }) => `The limit is ${formatNumber(maxBytes)} bytes.`,
  }),
  TOO_MANY_FILES: entry<{ path: string; limit: number }>({
    title: "A directory outside of git repositories has too many files",
    message: ({ path, limit }) =>
      `Too many files in ${shorten(path)}: the limit is ${formatNumber(limit)} in a directory that is not in a git repository.`,
    hint: () => "Name a smaller directory, or run `git init` and add what should not be checked to .gitignore.",
  }),
  RULES_DIR_NOT_FOUND: entry<{ path: string; directory: string }>({
    title: "A rule directory that the caller named does not exist",
    message: ({ path }) => `No such rule directory: ${path}`,
    hint: ({ directory }) =>
      `Correct the option \`rulesDirs\`, or create the directory. Relative paths start at ${shorten(directory)}.`,
  }),
  PATH_REFUSED: entry<{ path: string; root: string; reason: string; target?: string }>({
    title: "A path leads out of the directory that must contain it",
    message: ({ path, reason, target }) =>
      `Precept does not open "${shorten(path)}": ${reason}${target === undefined ? "" : ` ("${target}")`}.`,
    hint: () =>
      "Replace the link with a real file or directory. To allow links into a directory outside the project, list it in PRECEPT_TRUSTED_DIRS or as `trustedDirs` in ~/.precept/config.yaml.",
  }),
  FILE_SYSTEM_FAILED: entry<{ reason: string; action?: string; path?: string; remedy?: string }>({
    title: "A file or directory could not be read or written",
    message: ({ reason, action = "access", path }) =>
      `Cannot ${action} ${path === undefined ? "a file" : `"${shorten(path)}"`}: ${reason}.`,
    hint: ({ remedy }) => remedy ?? "Check the path and its permissions.",
  }),
};
