import { mkdir, readFile, writeFile } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { blocksInMarkdown } from "../examples/extract.ts";
import { root } from "./published.ts";
import { run } from "./run.ts";

/** Files that examples name. */
const fixtures: Readonly<Record<string, string>> = {
  ".cursor/rules/cart.mdc": "---\nglobs: src/**\n---\n\nAmounts are in cents.\n",
  ".precept/rules/house.md": "---\nname: house\ndescription: House rules\n---\n\nWrite tests.\n",
  // A policy of low severity makes a soft hook, whose count is stored with SQLite.
  ".precept/policies/no-eval.yaml":
    "rule:\n  id: NO-EVAL\n  severity: LOW\n  match: { pattern: 'eval\\(' }\n  message: Avoid eval.\n  tests: { valid: [evaluate], invalid: [eval(x)] }\n",
  "rules/style.md": "Use tabs.\n",
  "src/cart.tsx": "export const total = 1;\n",
};

/**
 * Compiles the examples of a README against the packages that are installed in a directory.
 *
 * @param options as for {@link compile}
 * @returns the paths of the programs, relative to the directory
 */
export async function compileExamples(
  dir: string,
  readme: string,
  { isTest = false, ...options }: CompileOptions & { readonly isTest?: boolean } = {},
): Promise<readonly string[]> {
  const blocks = blocksInMarkdown(readme, await readFile(readme, "utf8")).filter(({ info }) => info === "");
  const names = blocks.map((_, at) => `example-${at + 1}${isTest ? ".test" : ""}`);
  for (const [at, { code }] of blocks.entries()) await writeFile(join(dir, `${names[at]}.ts`), code);
  if (blocks.length > 0)
    await compile(
      dir,
      names.map((name) => `${name}.ts`),
      options,
    );
  return names.map((name) => `${name}.js`);
}

/** The packages that a program imports: those of Precept, and others. */
interface ImportedPackages {
  readonly own: readonly string[];
  readonly others: readonly string[];
}

/** Returns the packages that the examples of a README import. */
export async function importedIn(readme: string): Promise<ImportedPackages> {
  return importedBy(blocksInMarkdown(readme, await readFile(readme, "utf8")).map(({ code }) => code));
}

function isOwn(name: string): boolean {
  return name.startsWith("@precept/");
}

/** Returns the packages that programs import. */
export function importedBy(programs: readonly string[]): ImportedPackages {
  const imports = programs.flatMap((code) => [...code.matchAll(/^(?:import|\}) .*from "((?:@[\w-]+\/)?[\w-]+)[\w/-]*";$/gm)]);
  const names = [...new Set(imports.map(([, name = ""]) => name))];
  return { own: names.filter(isOwn), others: names.filter((name) => !isOwn(name)) };
}

interface CompileOptions {
  /** Whether to skip the types of installed packages. Those of some frameworks need the types of browsers. Default false. */
  readonly skipLibCheck?: boolean;
}

/** Compiles TypeScript files as a user would whose Node has no `await using`. */
export async function compile(
  dir: string,
  files: readonly string[],
  { skipLibCheck = false }: CompileOptions = {},
): Promise<void> {
  const compilerOptions = {
    target: "es2022",
    lib: ["es2023", "esnext.disposable"],
    module: "nodenext",
    strict: true,
    skipLibCheck,
    typeRoots: [join(root, "node_modules/@types")],
    types: ["node"],
  };
  await writeFile(join(dir, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
  await run(join(root, "node_modules/.bin/tsc"), ["-p", "tsconfig.json"], { cwd: dir });
}

/** Writes the files that examples name to a new directory. */
export async function writeFixtures(dir: string): Promise<void> {
  for (const [path, text] of Object.entries(fixtures)) {
    await mkdir(dirname(join(dir, path)), { recursive: true });
    await writeFile(join(dir, path), text);
  }
}

/**
 * Runs a program with a release of Node.
 *
 * @param bins directories of other programs that it calls
 * @throws Error with the program's output if it fails.
 */
export async function runWith(node: string, args: readonly string[], dir: string, bins: readonly string[] = []): Promise<void> {
  const { code, signal, output } = await run(node, args, {
    cwd: dir,
    env: environment(node, dir, bins),
    mayFail: true,
    timeout: 120_000,
  });
  if (code !== 0) throw new Error(`${args.join(" ")} in ${dir} ended with ${code ?? signal}:\n${output}`);
}

/** Variables with which programs find that release of Node, and no settings of the user. */
export function environment(node: string, dir: string, bins: readonly string[] = []): Readonly<Record<string, string>> {
  const { PATH = "" } = process.env;
  return { PATH: [dirname(node), ...bins, PATH].join(delimiter), PRECEPT_HOME: join(dir, "home") };
}
