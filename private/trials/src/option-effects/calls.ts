import { argumentsOf } from "../../../../apps/cli/test/command-arguments.ts";
import { sharedOptions, type SharedOption } from "../../../../apps/cli/src/shared-options.ts";

/** A command, without and with an option that all commands share. */
export interface Pair {
  readonly command: string;
  readonly option: SharedOption;
  readonly without: readonly string[];
  readonly with: readonly string[];
}

/** A value of each option that leads to another answer in the projects of the trial. */
const values: Readonly<Record<SharedOption, readonly string[]>> = {
  // A directory that does not exist is an error for every command that reads it.
  "--root": ["--root", "../missing"],
  "--json": ["--json"],
  "--rules-dir": ["--rules-dir", "../extra"],
  "--no-default-rules": ["--no-default-rules"],
  "--project": ["--project", "shop"],
  "--user": ["--user", "ann"],
  "--files": ["--files", "src/a.ts"],
  "--rules-include": ["--rules-include", "by-name"],
  "--tool": ["--tool", "claude"],
};

/** Arguments for all options of a command. Default: those with which the command succeeds. */
const general: Readonly<Record<string, readonly string[]>> = {
  // Without a file of its own, so that `--files` adds one.
  explain: [],
  resolve: [],
  watch: [],
  history: ["memory"],
  diff: ["memory@1"],
  restore: ["memory@1"],
  hook: ["claude-code"],
  serve: ["--check-health"],
  lint: [],
};

/** Arguments with which an option has an effect, if it has none with the usual ones: it needs another rule, or a file. */
const special: Readonly<Record<string, Readonly<Partial<Record<SharedOption, readonly string[]>>>>> = {
  "token create": { "--user": ["--role", "reader"] },
  ...Object.fromEntries(
    Object.entries({
      show: [],
      edit: ["--content", "Other text."],
      enable: [],
      disable: [],
      delete: ["--yes"],
      forget: ["--yes"],
      usage: [],
    }).map(([command, more]) => [
      command,
      {
        "--rules-dir": ["extra", ...more],
        "--project": ["of-shop", ...more],
        "--user": ["of-ann", ...more],
        ...(command === "show" && {
          "--rules-include": ["by-name", "--files", "src/a.ts"],
          "--tool": ["for-cursor", "--files", "src/a.ts"],
        }),
      },
    ]),
  ),
  create: {
    "--rules-dir": ["extra", "--content", "Text."],
    "--project": ["new-rule", "--content", "Text.", "--store", "sqlite"],
    "--user": ["new-rule", "--content", "Text.", "--scope", "user"],
  },
  remember: {
    "--rules-dir": ["Text of extra. Never use tabs.", "--store", "sqlite"],
    "--no-default-rules": ["Text of by-name.", "--store", "sqlite"],
    "--user": ["Text of ann. Never use tabs.", "--store", "sqlite"],
  },
  history: { "--rules-dir": ["extra"], "--no-default-rules": ["own-rule"], "--project": ["of-shop"], "--user": ["of-ann"] },
  diff: { "--rules-dir": ["extra@1"], "--no-default-rules": ["own-rule@1"], "--project": ["of-shop@1"], "--user": ["of-ann@1"] },
  restore: {
    "--rules-dir": ["extra@1"],
    "--no-default-rules": ["own-rule@1"],
    "--project": ["of-shop@1"],
    "--user": ["of-ann@1"],
  },
};

/** Every command with every shared option. */
export const pairs: readonly Pair[] = Object.keys(argumentsOf).flatMap((command) =>
  sharedOptions.map((option): Pair => {
    const args = special[command]?.[option] ?? general[command] ?? argumentsOf[command] ?? [];
    const without = [...command.split(" "), ...args];
    return { command, option, without, with: [...without, ...values[option]] };
  }),
);
