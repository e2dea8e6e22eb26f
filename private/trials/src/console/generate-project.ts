import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Random } from "@precept/testing/random";

/** A project in a temporary directory, with a Precept directory for its user. Disposal deletes both. */
export interface GeneratedProject extends AsyncDisposable {
  readonly dir: string;
  readonly home: string;
  /** The names of its rules. */
  readonly rules: readonly string[];
  /** The paths of its source files. */
  readonly files: readonly string[];
}

export interface ProjectSize {
  readonly rules: number;
  /** Without the files of the rules. */
  readonly files: number;
  /** How many files the directories of a package have together. Default 100. */
  readonly filesOfPackage?: number;
}

/** Files that are written at a time. */
const lot = 500;

/** Writes texts to files, by paths relative to a directory. */
export async function writeFiles(dir: string, texts: ReadonlyMap<string, string>): Promise<void> {
  const all = [...texts];
  for (const folder of new Set(all.map(([path]) => dirname(join(dir, path))))) await mkdir(folder, { recursive: true });
  for (let at = 0; at < all.length; at += lot)
    await Promise.all(all.slice(at, at + lot).map(([path, text]) => writeFile(join(dir, path), text)));
}

/** Creates a directory for a project and one for its user. */
export async function createEmptyProject(): Promise<GeneratedProject> {
  const top = await mkdtemp(join(tmpdir(), "precept-console-trial-"));
  const [dir, home] = [join(top, "shop"), join(top, "home")];
  await Promise.all([mkdir(dir), mkdir(home)]);
  return { dir, home, rules: [], files: [], [Symbol.asyncDispose]: () => rm(top, { recursive: true, force: true }) };
}

/** Generates a monorepo from a seed: rules for files in every way, of which some have the same name or several tools. */
export async function generateProject(seed: number, size: ProjectSize): Promise<GeneratedProject> {
  const random = new Random(seed);
  const project = await createEmptyProject();
  const files = Array.from({ length: size.files }, (_, number) => sourcePath(number, size.filesOfPackage));
  const rules = Array.from({ length: size.rules }, (_, number) => createRuleFile(random, number));
  await writeFiles(project.dir, new Map(files.map((path) => [path, ""])));
  await writeFiles(project.dir, new Map(rules.map(({ path, text }) => [path, text])));
  return { ...project, rules: rules.map(({ name }) => name), files };
}

const areas = ["cart", "checkout", "login", "search", "orders", "mail"] as const;
const layers = ["src", "src/api", "src/views", "test"] as const;
const extensions = ["ts", "tsx", "py", "go", "css"] as const;

/** @returns `packages/cart-3/src/api/part-41.ts`, another path for each number. */
function sourcePath(number: number, filesOfPackage = 100): string {
  const area = areas[number % areas.length];
  const layer = layers[Math.floor(number / 6) % layers.length];
  return `packages/${area}-${Math.floor(number / (filesOfPackage * areas.length))}/${layer}/part-${number}.${extensions[number % extensions.length]}`;
}

interface RuleFile {
  readonly name: string;
  readonly path: string;
  readonly text: string;
}

function createRuleFile(random: Random, number: number): RuleFile {
  const area = random.pick(areas);
  // Some names occur twice, in two directories.
  const isOverride = number > 20 && random.chance(0.01);
  const name = `${area}-${isOverride ? number - random.below(20) - 1 : number}`;
  const isOfCursor = random.chance(0.2);
  const head = [
    ...(isOfCursor ? [] : [`name: ${name}`]),
    `description: What to know about the ${area}, ${random.pick(words)} and ${random.pick(words)}.`,
    ...headOf(random, area, number, isOfCursor),
  ];
  const body = Array.from(
    { length: 1 + random.below(8) },
    () => `- Mind the ${random.pick(words)} of the ${random.pick(words)}.`,
  );
  const root = isOfCursor ? ".cursor/rules" : ".precept/rules";
  const folder = isOverride ? `other-${Math.floor(number / 100)}` : `part-${Math.floor(number / 100)}`;
  const path = `${root}/${folder}/${name}.${isOfCursor ? "mdc" : "md"}`;
  return { name, path, text: `---\n${head.join("\n")}\n---\n${body.join("\n")}\n` };
}

function headOf(random: Random, area: string, number: number, isOfCursor: boolean): readonly string[] {
  const glob = random.pick([
    `packages/${area}-${random.below(40)}/**/*.${random.pick(extensions)}`,
    `packages/*/${random.pick(layers)}/*.${random.pick(extensions)}`,
    `**/part-${random.below(1000)}.${random.pick(extensions)}`,
    `**/${area}-*/test/**`,
  ]);
  if (isOfCursor) return random.chance(0.95) ? [`globs: ${glob}`, "alwaysApply: false"] : ["alwaysApply: false"];
  const priority = random.chance(0.7) ? [`priority: ${1 + random.below(100)}`] : [];
  const kind = random.below(100);
  if (number % 500 === 1) return [...priority, "inclusion: always"];
  if (kind < 5) return [...priority, "inclusion: manual"];
  if (kind < 8) return [...priority, "inclusion: agentRequested"];
  const targets = random.chance(0.05) ? [`targets: [${random.pick(["claude", "cursor", "copilot"])}]`] : [];
  const exclusion = random.chance(0.1) ? `, "!**/part-${random.below(100)}.*"` : "";
  return [...priority, ...targets, `globs: ["${glob}"${exclusion}]`];
}

export const words = ["money", "cart", "session", "cache", "migration", "retry", "locale", "receipt", "layout", "token"] as const;
