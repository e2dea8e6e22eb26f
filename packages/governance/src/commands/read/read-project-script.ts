import type { TextRange } from "../parsed-command.ts";
import { makeRecipes } from "./make-recipes.ts";
import { joinPath } from "../join-path.ts";
import { pathInProject } from "../project-files.ts";
import type { CommandDraft } from "../state/command-draft.ts";
import { readInnerText } from "./read-script.ts";
import type { Origin, ShellReader } from "./shell-reader.ts";

/** How many scripts of the project may be open: a script, and one that it calls. */
const maxOpen = 2;

/**
 * Returns the text of a file of the project, at most {@link maxOpen} deep. Undefined if it cannot be read.
 *
 * @param directory the directory to which the path is relative. Default: the one of the next command.
 */
export function projectFile({ state }: ShellReader, path: string, directory = state.directory?.path ?? ""): string | undefined {
  const { project } = state;
  const inside = project === undefined ? undefined : pathInProject(project, joinPath(directory, path));
  // A file with variables is sourced for its values, which are no commands.
  if (inside === undefined || /(?:^|\/)\.env(?:\.|$)/.test(inside) || state.openScripts.length >= maxOpen) return undefined;
  return state.openScripts.includes(inside) ? undefined : project?.readFile(inside);
}

/** Reads a text of the project as if it stood in the command. @param name identifies it, so that it is not read in itself. */
export function readOpened(
  reader: ShellReader,
  name: string,
  text: string,
  { range, origin }: { readonly range: TextRange; readonly origin: Origin },
): readonly CommandDraft[] {
  const { state } = reader;
  if (state.openScripts.length >= maxOpen || state.openScripts.includes(name)) return [];
  state.openScripts.push(name);
  state.hasOpened = true;
  const { directory } = state;
  const { drafts } = readInnerText(reader, { text, range, isFile: true }, origin);
  state.directory = directory;
  state.openScripts.pop();
  return drafts;
}

const managers = /^(?:npm|pnpm|yarn|bun)$/;
const shortcuts: ReadonlySet<string> = new Set(["test", "start", "stop", "restart", "t", "tst"]);

/** Reads what `npm run name` and `make target` run, from the files of the project. */
export function readTasks(
  reader: ShellReader,
  { program, words, range }: { readonly program: string; readonly words: readonly string[]; readonly range: TextRange },
  origin: Origin,
): readonly CommandDraft[] {
  if (reader.state.project === undefined) return [];
  const found = managers.test(program)
    ? packageScripts(reader, program, words)
    : /^g?make$/.test(program)
      ? makeRecipes(words, (file) => projectFile(reader, file)).map(({ target, text }) => ({ name: `Makefile ${target}`, text }))
      : [];
  return found.flatMap(({ name, text }) => readOpened(reader, name, text, { range, origin }));
}

interface Task {
  readonly name: string;
  readonly text: string;
}

/** The script of `package.json` that a package manager runs, with those before and after it. */
function packageScripts(reader: ShellReader, program: string, words: readonly string[]): readonly Task[] {
  const operands = words.filter(
    (word, at) => !word.startsWith("-") && !/^(?:-C|--dir|--prefix|--cwd)$/.test(words[at - 1] ?? ""),
  );
  const isRun = /^(?:run|run-script|rum|urn)$/.test(operands[0] ?? "");
  const name = isRun ? operands[1] : operands[0];
  if (name === undefined || (!isRun && program === "npm" && !shortcuts.has(name))) return [];
  const scripts = scriptsIn(projectFile(reader, "package.json"));
  const key = name === "t" || name === "tst" ? "test" : name;
  const rest = words.slice(words.indexOf(name) + 1).filter((word) => word !== "--");
  return [`pre${key}`, key, `post${key}`].flatMap((one) => {
    const text = Object.hasOwn(scripts, one) ? scripts[one] : undefined;
    return typeof text === "string"
      ? [{ name: `package.json ${one}`, text: one === key ? [text, ...rest].join(" ") : text }]
      : [];
  });
}

function scriptsIn(text: string | undefined): Readonly<Record<string, unknown>> {
  try {
    const { scripts } = JSON.parse(text ?? "{}") as { readonly scripts?: unknown };
    return typeof scripts === "object" && scripts !== null ? (scripts as Readonly<Record<string, unknown>>) : {};
  } catch {
    // The package manager will report it.
    return {};
  }
}
