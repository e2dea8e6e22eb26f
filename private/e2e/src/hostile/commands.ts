import type { Command, Option } from "commander";
import { createProgram } from "../../../../apps/cli/src/program.ts";
import type { Random } from "./random.ts";

/** A command of the command line that does something, with what it takes. */
export interface CommandShape {
  readonly path: readonly string[];
  readonly args: readonly { readonly name: string; readonly required: boolean; readonly variadic: boolean }[];
  readonly options: readonly Option[];
}

/** Every command that there is, subcommands included: one that is added later is among them without being named here. */
export function listCommands(): readonly CommandShape[] {
  const program = createProgram({ out: () => undefined, err: () => undefined }, async () => undefined);
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

/** Values by what an argument or an option calls its value: `<name>`, `--since <ref>`. Any other gets one of `anything`. */
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
  // A directory outside that the user names is the user's word.
  dir: ["packages/web", "bare", "."],
  number: ["1", "3"],
  date: ["2026-01-31"],
  text: ["Text.", "-", "use @own-rule and #shadow in `src/a.ts`"],
  glob: ["src/**"],
  id: ["ada"],
  dialect: ["cursor"],
};

const anything = [
  "src/a.ts",
  "packages/web/b.ts",
  ".",
  "bare",
  "parent/outside/secret.txt",
  "link-out/secret.txt",
  "pipe",
  ".precept",
];

/** Options that ask for a person or another process, and would say nothing about the repository. */
const leftOut = new Set(["--watch", "--stdin-path"]);

/** A call of a command, with arguments and options as the random source has them. */
export function callOf({ path, args, options }: CommandShape, random: Random): readonly string[] {
  const words = [...path];
  for (const arg of args) {
    if (!arg.required && random.chance(0.5)) continue;
    words.push(valueFor(arg.name, random));
    if (arg.variadic && random.chance(0.3)) words.push(valueFor(arg.name, random));
  }
  for (const option of options) {
    const { long } = option;
    if (long === undefined || long === null || leftOut.has(long)) continue;
    const isCommon = ["--yes", "--update-baseline", "--fix", "--staged", "--since", "--json"].includes(long);
    if (!option.mandatory && !random.chance(isCommon ? 0.25 : 0.06)) continue;
    const placeholder = /[<[]([^>\]]+)[>\]]/.exec(option.flags)?.[1];
    if (placeholder === undefined) words.push(long);
    else
      words.push(`${long}=${option.argChoices === undefined ? valueFor(placeholder, random) : random.pick(option.argChoices)}`);
  }
  return words;
}

/** A call of a command with what it cannot do without, and nothing else. */
export function plainCallOf({ path, args, options }: CommandShape, random: Random): readonly string[] {
  const needed = options.filter(({ mandatory }) => mandatory);
  const call = callOf({ path, args: args.map((arg) => ({ ...arg, variadic: false })), options: needed }, random);
  return options.some(({ long }) => long === "--yes") ? [...call, "--yes"] : call;
}

function valueFor(name: string, random: Random): string {
  const known = values[name.replace(/\.\.\.$/, "").toLowerCase()];
  return random.pick(known === undefined || random.chance(0.08) ? anything : known);
}
