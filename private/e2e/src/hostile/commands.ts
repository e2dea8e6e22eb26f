import type { Random } from "@precept/testing/random";
import type { Command, Option } from "commander";
import { createProgram } from "../../../../apps/cli/src/program.ts";

/** A command without subcommands, with its arguments and options. */
export interface CommandShape {
  readonly path: readonly string[];
  readonly args: readonly { readonly name: string; readonly required: boolean; readonly variadic: boolean }[];
  readonly options: readonly Option[];
}

/** Lists all commands and subcommands of the program, so that new commands are tested as well. */
export function listCommands(): readonly CommandShape[] {
  const program = createProgram({ out: () => undefined, err: () => undefined }, () => undefined);
  const shapes: CommandShape[] = [];
  const visit = (command: Command, path: readonly string[]): void => {
    for (const child of command.commands) visit(child, [...path, child.name()]);
    if (path.length === 0 || command.commands.length > 0) return;
    shapes.push({
      path,
      args: command.registeredArguments.map((one) => ({ name: one.name(), required: one.required, variadic: one.variadic })),
      options: [...command.options, ...program.options].filter(({ long }) => long !== "--version" && long !== "--help"),
    });
  };
  visit(program, []);
  return shapes;
}

/** Values by placeholder: `<name>`, `--since <ref>`. Other placeholders get a value of `paths`. */
const values: Readonly<Record<string, readonly string[]>> = {
  name: ["own-rule", "own-rule", "shadow", "new-rule", "..", "../../evil", "own"],
  "name=value": ["a=1"],
  rule: ["own-rule", "shadow", "own"],
  tool: ["cursor", "claude", "agents", "copilot"],
  tools: ["cursor", "claude", "agents", "cursor,claude,agents", "gemini,copilot,windsurf"],
  policy: ["HOSTILE-1"],
  policies: ["secrets", "git-safety"],
  names: ["secrets", "git-safety"],
  ref: ["HEAD", "HEAD~1", "--upload-pack=x"],
  // Only directories inside: the user may name others.
  dir: ["packages/web", "bare", "."],
  number: ["1", "3"],
  date: ["2026-01-31"],
  text: ["Text.", "-", "use @own-rule and #shadow in `src/a.ts`"],
  glob: ["src/**"],
  id: ["ada"],
  dialect: ["cursor"],
};

const paths = [
  "src/a.ts",
  "packages/web/b.ts",
  ".",
  "bare",
  "parent/outside/secret.txt",
  "link-out/secret.txt",
  "pipe",
  ".precept",
];

/** Options that wait for a user or another process. */
const skippedOptions = new Set(["--watch", "--stdin-path"]);

/** Returns a call of a command with random arguments and options. */
export function callOf({ path, args, options }: CommandShape, random: Random): readonly string[] {
  const words = [...path];
  for (const arg of args) {
    if (!arg.required && random.chance(0.5)) continue;
    words.push(valueFor(arg.name, random));
    if (arg.variadic && random.chance(0.3)) words.push(valueFor(arg.name, random));
  }
  for (const option of options) {
    const { long } = option;
    if (long === undefined || long === null || skippedOptions.has(long)) continue;
    const isCommon = ["--yes", "--update-baseline", "--fix", "--staged", "--since", "--json"].includes(long);
    if (!option.mandatory && !random.chance(isCommon ? 0.25 : 0.06)) continue;
    const placeholder = /[<[]([^>\]]+)[>\]]/.exec(option.flags)?.[1];
    if (placeholder === undefined) words.push(long);
    else
      words.push(`${long}=${option.argChoices === undefined ? valueFor(placeholder, random) : random.pick(option.argChoices)}`);
  }
  return words;
}

/** Returns a call of a command with required arguments and options only, and `--yes` if the command has it. */
export function plainCallOf({ path, args, options }: CommandShape, random: Random): readonly string[] {
  const needed = options.filter(({ mandatory }) => mandatory);
  const call = callOf({ path, args: args.map((arg) => ({ ...arg, variadic: false })), options: needed }, random);
  return options.some(({ long }) => long === "--yes") ? [...call, "--yes"] : call;
}

function valueFor(name: string, random: Random): string {
  const known = values[name.replace(/\.\.\.$/, "").toLowerCase()];
  return random.pick(known === undefined || random.chance(0.08) ? paths : known);
}
