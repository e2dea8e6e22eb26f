import { createReporter } from "@precept/core";

/** Every diagnostic about files and directories, as data. Codes are permanent. */
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
    hint: "Name the directory that holds the rule files.",
    incomplete: true,
  },
  "root/link-escapes": {
    severity: "error",
    title: "A rule directory leads outside the project through a link, and is not read",
    hint: "If you trust the directory that the link leads to, list it in PRECEPT_TRUSTED_DIRS or as `trustedDirs` in ~/.precept/config.yaml.",
    incomplete: true,
  },
  "root/unreadable": {
    severity: "error",
    title: "A directory cannot be read",
    hint: "Check its permissions.",
    incomplete: true,
  },
  "root/too-many": {
    severity: "warning",
    title: "A rule directory holds too many files or is nested too deeply; the rest is not read",
    hint: "Point the rule directory at the rules alone.",
    incomplete: true,
  },
  "roots/search-cut": {
    severity: "warning",
    incomplete: true,
    title:
      "A project has more directories than are searched for rules; rules in the others are only found for requests that name files below them",
    hint: "List directories without rules in `rules.ignore`, or raise `rules.maxDirectories` or `rules.maxDepth` in .precept/config.yaml.",
  },
  "file/too-large": {
    severity: "error",
    title: "A rule file is too large",
    hint: "Shorten the file or split it in several rules.",
    incomplete: true,
  },
  "file/not-text": {
    severity: "error",
    title: "A rule file is not UTF-8 text",
    hint: "Save the file as UTF-8, or remove it from the rule directory.",
    incomplete: true,
  },
  "file/unreadable": {
    severity: "error",
    title: "A rule file cannot be read",
    hint: "Check its permissions.",
    incomplete: true,
  },
  "file/is-directory": {
    severity: "warning",
    title: "A directory has the name of a rule file",
    hint: "Rename the directory. Rule files in it are read.",
  },
  "file/not-regular": {
    severity: "warning",
    title: "Something that is not a file has the name of a rule file",
    hint: "Remove it from the rule directory.",
  },
  "file/link-escapes": {
    severity: "warning",
    title: "A link leads outside its rule directory and is not followed",
    hint: "Copy the file into the rule directory, or name its own directory as a rule directory.",
    incomplete: true,
  },
  "file/secret": {
    severity: "error",
    title: "A link leads to a file that holds credentials by its name, or that git ignores, and is not followed",
    hint: "Remove the link. To allow the file, list it under `references.allowPrivate` in ~/.precept/config.yaml.",
    incomplete: true,
  },
  "file/link-loop": {
    severity: "warning",
    title: "A link leads back to a directory that is already being read",
    hint: "Remove the link.",
  },
  "file/link-broken": {
    severity: "warning",
    title: "A link leads nowhere",
    hint: "Remove the link, or restore what it points to.",
  },
  "file/ignored": {
    severity: "warning",
    title: "A file in a rule directory is not read",
  },
} as const;

export type FileDiagnosticCode = keyof typeof fileDiagnostics;

/** Makes a diagnostic about a file or directory. */
export const report: ReturnType<typeof createReporter<typeof fileDiagnostics>> = createReporter(fileDiagnostics);
