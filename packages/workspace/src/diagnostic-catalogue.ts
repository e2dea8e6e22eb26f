import { createReporter, type DiagnosticEntry } from "@precept/core";

/** The diagnostics of configuration and workspace, as data. Codes are permanent. */
export const workspaceDiagnostics = {
  "roots/no-project": {
    severity: "info",
    title: "A directory belongs to no project; rules of its subdirectories apply only to requests that name files below them",
    hint: "To search them too, run `precept init` in the directory, or name it with `--root`.",
  },
  "ledger/unreadable": {
    severity: "error",
    title: "The ledger of exported files cannot be read; exported files are read as rules",
    hint: "Restore .precept/ledger.json from version control, or delete it.",
  },
  "config/yaml": {
    severity: "error",
    title: "The configuration is not valid YAML; none of it is used",
    hint: "Correct this location. Values that begin with `*`, `!`, `&` or `@` must be quoted. Until then the last valid configuration is used.",
    incomplete: true,
  },
  "config/not-a-mapping": {
    severity: "error",
    title: "The configuration is not a mapping of `key: value` lines",
    hint: "Write settings as `key: value`, as in `tool: claude`.",
    incomplete: true,
  },
  "config/unknown-key": {
    severity: "warning",
    title: "A key is not a setting and is ignored",
  },
  "config/invalid-value": {
    severity: "error",
    title: "A setting has an invalid value; its default is used",
  },
  "config/not-trusted": {
    severity: "warning",
    title: "A setting is ignored, because it leads out of the project and the project is not trusted",
    hint: "If you trust this project, list the directory, or the project itself, in PRECEPT_TRUSTED_DIRS or as `trustedDirs` in ~/.precept/config.yaml.",
  },
  "config/no-effect": {
    severity: "error",
    title: "A setting has no effect, because another one prevents it",
    hint: "Change or remove one of the two settings.",
  },
  "config/secret-missing": {
    severity: "error",
    title: "The environment variable or the file of a secret that a setting names is missing",
    hint: "Set the variable, or create the file, for the user that Precept runs as.",
  },
  "config/secret-exposed": {
    severity: "warning",
    title: "A file with a secret can be read or changed by every user of the machine",
    hint: "Only its owner and one group need to read it: `chmod 640`. In a Kubernetes volume, set `defaultMode: 0440`.",
  },
  "config/unreadable": {
    severity: "error",
    title: "The configuration cannot be read",
    hint: "Check that it is a file and that you have permission to read it.",
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
    hint: "Keep only settings in it; rules have their own files.",
    incomplete: true,
  },
  "config/misnamed": {
    severity: "warning",
    title: "This file is not read; the configuration is `.precept/config.yaml`",
    hint: "Rename it to `config.yaml`.",
  },
  "config/not-applied": {
    severity: "error",
    title: "The configuration could not be applied; the previous state stays in use",
    incomplete: true,
  },
  "tokens/unknown-model": {
    severity: "warning",
    title: "The tokenizer of the model is unknown, so that its tokens are counted without a factor",
    hint: "Use the id that the provider gives to the model, such as `claude-opus-4-7` or `gpt-5`. For other models, leave the setting out.",
  },
  "store/refused": {
    severity: "error",
    title: "The database is a link and is not opened; its rules are missing",
    hint: "Remove the link.",
    incomplete: true,
  },
  "sessions/not-recorded": {
    severity: "warning",
    title: "The sessions of agents cannot be recorded, so that `precept sessions` lacks them",
    hint: "Let Precept write to .precept/state, or set `sessions.record` to false.",
  },
  "state/refused": {
    severity: "warning",
    title: "State files are not written, because their directory is a link",
    hint: "Remove the link. The files in .precept/state and .precept/audit belong to this machine and must not be shared through git.",
  },
} as const satisfies Record<string, DiagnosticEntry>;

export type WorkspaceDiagnosticCode = keyof typeof workspaceDiagnostics;

export const report: ReturnType<typeof createReporter<typeof workspaceDiagnostics>> = createReporter(workspaceDiagnostics);
