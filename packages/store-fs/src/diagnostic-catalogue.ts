import { createReporter } from "@precept/core";

/** The diagnostics of rule files and directories, as data. Codes are permanent. */
export const fileDiagnostics = {
  "root/missing": {
    severity: "error",
    title: "A rule directory does not exist",
    hint: "Create the directory, or correct the path.",
    incomplete: true,
  },
  "root/not-a-directory": {
    severity: "error",
    title: "A rule directory is not a directory",
    hint: "Name the directory of the rule files.",
    incomplete: true,
  },
  "root/link-escapes": {
    severity: "error",
    title: "A rule directory is a link out of the project and is not read",
    hint: "If you trust the directory that the link leads to, list it in PRECEPT_TRUSTED_DIRS or as `trustedDirs` in ~/.precept/config.yaml.",
    incomplete: true,
  },
  "root/unreadable": { severity: "error", title: "A directory cannot be read", hint: "Check its permissions.", incomplete: true },
  "root/too-many": {
    severity: "warning",
    title: "A rule directory has too many files or is nested too deeply; the rest is not read",
    hint: "Choose a rule directory that has only rules.",
    incomplete: true,
  },
  "roots/search-cut": {
    severity: "warning",
    incomplete: true,
    title:
      "A project has more directories than are searched for rules; rules in the others apply only to requests that name files below them",
    hint: "List directories without rules in `rules.ignore`, or raise `rules.maxDirectories` or `rules.maxDepth` in .precept/config.yaml.",
  },
  "file/too-large": {
    severity: "error",
    title: "A rule file is too large",
    hint: "Shorten the file or split it into several rules.",
    incomplete: true,
  },
  "file/not-text": {
    severity: "error",
    title: "A rule file is not UTF-8 text",
    hint: "Save the file as UTF-8, or remove it from the rule directory.",
    incomplete: true,
  },
  "file/unreadable": { severity: "error", title: "A rule file cannot be read", hint: "Check its permissions.", incomplete: true },
  "file/is-directory": {
    severity: "warning",
    title: "A directory has the name of a rule file",
    hint: "Rename the directory. Rule files in it are read.",
  },
  "file/not-regular": {
    severity: "warning",
    title: "A rule file is not a regular file",
    hint: "Remove it from the rule directory.",
  },
  "file/link-escapes": {
    severity: "warning",
    title: "A link leads out of its rule directory and is not followed",
    hint: "Copy the file into the rule directory, or make its directory a rule directory.",
    incomplete: true,
  },
  "file/secret": {
    severity: "error",
    title: "A link leads to a file with credentials, or to a file that git ignores, and is not followed",
    hint: "Remove the link. To allow the file, list it under `references.allowPrivate` in ~/.precept/config.yaml.",
    incomplete: true,
  },
  "file/agent-memory": {
    severity: "warning",
    title: "A rule file is the agent's memory, MEMORY.md, and is not read as a rule",
    hint: "Remove the link, or choose a rule directory that does not contain MEMORY.md. Main sessions load it with the agent context.",
  },
  "file/link-loop": { severity: "warning", title: "A link leads to a directory that contains it", hint: "Remove the link." },
  "file/link-broken": {
    severity: "warning",
    title: "The target of a link does not exist",
    hint: "Remove the link, or restore its target.",
  },
  "file/ignored": { severity: "warning", title: "A file in a rule directory is not read" },
} as const;

export type FileDiagnosticCode = keyof typeof fileDiagnostics;

export const report: ReturnType<typeof createReporter<typeof fileDiagnostics>> = createReporter(fileDiagnostics);
