import { entry, suggest, type NoDetails } from "./entry.ts";

/** Failures of calls: options and arguments that are missing, unknown, out of range or in conflict. */
export const usageErrors = {
  CONSOLE_MISSING: entry<NoDetails>({
    title: "The web console is not built",
    message: () => "The web console is not built.",
    hint: () => "Run `pnpm build` in the repository of Precept. Installed packages contain the console.",
  }),
  SNAPSHOT_FILE_TAKEN: entry<{ path: string }>({
    title: "A snapshot of the console would replace a file that is no snapshot",
    message: ({ path }) => `${path} exists, and is no snapshot.`,
    hint: () => "Name another directory, or pass --force to replace the file.",
  }),
  SNAPSHOT_HAS_SECRETS: entry<{ secrets: readonly { readonly name: string; readonly problem: string }[] }>({
    title: "A snapshot of the console would contain a secret",
    message: ({ secrets }) =>
      `The snapshot would contain secrets of ${secrets.map(({ name, problem }) => `the rule "${name}" (${problem})`).join(", ")}.`,
    hint: () => "Remove them from the rules, and from the files that the rules include.",
  }),
  COMMAND_UNKNOWN: entry<{ name: string; help: string; near: readonly string[] }>({
    title: "No command has this name",
    message: ({ name }) => `Unknown command "${name}".`,
    hint: ({ near, help }) => suggest(near) ?? `Run \`${help}\` to see the commands.`,
  }),
  ARGUMENT_MISSING: entry<{ argument: string; help: string }>({
    title: "A command is missing an argument",
    message: ({ argument }) => `Missing argument <${argument}>.`,
    hint: ({ help }) => `Run \`${help}\` to see how the command is used.`,
  }),
  ARGUMENT_UNEXPECTED: entry<{ command: string; maxArguments: number; help: string }>({
    title: "A command was given more arguments than it takes",
    message: ({ command, maxArguments }) =>
      `Too many arguments: \`${command}\` takes ${maxArguments === 0 ? "none" : maxArguments === 1 ? "one" : `at most ${maxArguments}`}.`,
    hint: ({ maxArguments, help }) =>
      `Run \`${help}\` to see how the command is used.${maxArguments === 0 ? "" : " Put quotes around an argument that contains spaces."}`,
  }),
  OPTION_UNKNOWN: entry<{ option: string; help: string; near: readonly string[] }>({
    title: "The command does not have this option",
    message: ({ option }) => `Unknown option ${option}.`,
    hint: ({ near, help }) => (near.length > 0 ? `Did you mean ${near.join(" or ")}?` : `Run \`${help}\` to see the options.`),
  }),
  OPTION_UNUSED: entry<{ option: string; command: string }>({
    title: "An option that other commands have has no effect on this command",
    message: ({ option, command }) => `${option} has no effect on \`${command}\`.`,
    hint: ({ command }) => `Remove it. Run \`${command} --help\` to see the options that the command uses.`,
  }),
  OPTION_MISSING: entry<{ option: string; help: string }>({
    title: "A command is missing an option that it requires",
    message: ({ option }) => `Missing option ${option}.`,
    hint: ({ help }) => `Run \`${help}\` to see how the command is used.`,
  }),
  OPTION_VALUE_MISSING: entry<{ option: string }>({
    title: "An option is missing its value",
    message: ({ option }) => `${option} needs a value.`,
  }),
  OPTION_VALUE_INVALID: entry<{ option: string; value: string; expected: string }>({
    title: "An option has a value out of range or of the wrong form",
    message: ({ option, value }) => `Invalid value for ${option}: ${JSON.stringify(value)}.`,
    hint: ({ expected }) => `Expected ${expected}.`,
  }),
  OPTIONS_CONFLICT: entry<{ options: readonly [string, string] }>({
    title: "Two options exclude each other",
    message: ({ options: [one, other] }) => `${one} cannot be combined with ${other}.`,
  }),
  OPTION_DEPENDENCY_MISSING: entry<{ option: string; requires: string }>({
    title: "An option requires another option or argument",
    message: ({ option, requires }) => `${option} requires ${requires}.`,
  }),
  REQUEST_INVALID: entry<{
    reasons: readonly string[];
    /** The invalid parts, if known: a JSON Pointer into the body, `?name` for the query, or a parameter's name. */
    parts?: readonly { readonly pointer: string; readonly detail: string }[];
  }>({
    title: "A request from outside has a field that is missing, unknown or of the wrong type",
    message: ({ reasons }) => `The request is not valid: ${reasons.join("; ")}.`,
    hint: () => "Correct the named fields.",
  }),
  PROJECT_UNKNOWN: entry<{ project: string }>({
    title: "A request names a project that does not exist",
    message: ({ project }) => `Unknown project ${JSON.stringify(project)}.`,
    hint: () => "Correct the project, or omit it to get the rules of no project.",
  }),
  TERMINAL_REQUIRED: entry<{ action: string; instead: string }>({
    title: "A command needs an answer from the user, and there is no terminal to ask in",
    message: ({ action }) => `${action} requires a terminal.`,
    hint: ({ instead }) => instead,
  }),
  EDITOR_FAILED: entry<{ editor: string; draft: string }>({
    title: "The user's editor could not be started, or reported an error",
    message: ({ editor }) => `The editor failed: ${editor}`,
    hint: ({ draft }) => `Your text is in ${draft}. Set VISUAL or EDITOR to the editor that you use.`,
  }),
};
