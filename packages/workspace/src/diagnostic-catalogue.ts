import { createReporter, type DiagnosticEntry } from "@precept/core";

/** Every diagnostic about a workspace, as data. Codes are permanent. */
export const workspaceDiagnostics = {
  "ledger/unreadable": {
    severity: "error",
    title: "The ledger of exported files cannot be read; the files it knew are read as rules",
    hint: "Restore .precept/ledger.json from version control, or delete it.",
  },
  "config/yaml": {
    severity: "error",
    title: "The configuration is not valid YAML, and none of it is used",
    hint: "Correct this place: a value that begins with `*`, `!`, `&` or `@` has to be quoted. Until then the last configuration that could be read is used.",
    incomplete: true,
  },
  "config/not-a-mapping": {
    severity: "error",
    title: "The configuration is not a list of `key: value` lines",
    hint: "Write settings as `key: value`, as in `tool: claude`.",
    incomplete: true,
  },
  "config/unknown-key": {
    severity: "warning",
    title: "A key is not a setting, and is not used",
  },
  "config/invalid-value": {
    severity: "error",
    title: "A setting has a value it cannot have; its default is used",
  },
  "config/not-trusted": {
    severity: "warning",
    title: "The configuration reaches outside of the project, and is not trusted to",
    hint: "If you trust this project, list the directory, or the project itself, in PRECEPT_TRUSTED_DIRS or as `trustedDirs` in ~/.precept/config.yaml.",
  },
  "config/unreadable": {
    severity: "error",
    title: "The configuration cannot be read",
    hint: "Check that it is a file, and its permissions.",
    incomplete: true,
  },
  "config/not-text": {
    severity: "error",
    title: "The configuration is not UTF-8 text",
    hint: "Save the file as UTF-8.",
    incomplete: true,
  },
  "config/too-large": {
    severity: "error",
    title: "The configuration is larger than 64 KiB",
    hint: "Keep settings alone in it; rules have files of their own.",
    incomplete: true,
  },
  "config/misnamed": {
    severity: "warning",
    title: "This file is not read: the configuration is `.precept/config.yaml`",
    hint: "Rename it to `config.yaml`.",
  },
  "config/not-applied": {
    severity: "error",
    title: "The configuration could not be put to use; what was open before stays in use",
    incomplete: true,
  },
  "store/refused": {
    severity: "error",
    title: "A database leads elsewhere through a link, and is not opened; its rules are missing",
    hint: "Remove the link.",
    incomplete: true,
  },
  "state/refused": {
    severity: "warning",
    title: "Precept's own files cannot be written, because their directory leads elsewhere through a link",
    hint: "Remove the link. What lies in .precept/state and .precept/audit belongs to this machine and is never shared through git.",
  },
} as const satisfies Record<string, DiagnosticEntry>;

export type WorkspaceDiagnosticCode = keyof typeof workspaceDiagnostics;

/** Makes a diagnostic of the workspace's catalogue. */
export const report: ReturnType<typeof createReporter<typeof workspaceDiagnostics>> = createReporter(workspaceDiagnostics);
