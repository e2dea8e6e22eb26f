import { execFileSync } from "node:child_process";
import { existsSync, lstatSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import type { Random } from "@precept/testing/random";

/** A project on disk that is changed at random. */
export interface ModelProject {
  readonly dir: string;
  readonly random: Random;
  /** Counts writes, so that each written text is different. */
  writes: number;
}

/** Changes something and returns a description, or undefined if the project has nothing to apply it to. */
type Operation = (project: ModelProject) => string | undefined;

const branches = ["one", "two"];

/** Directories that rule directories are in. */
const bases = [
  "",
  "packages/a",
  "packages/b",
  "packages/c",
  "packages/c/src",
  "apps/web",
  "apps/web/src/deep/down",
  "libs",
  "packages/moved",
];

/** Rule directories of tools below a base, with the extension of their files. */
const kinds = [
  { dir: ".precept/rules", extension: ".md" },
  { dir: ".precept/rules/nested", extension: ".md" },
  { dir: ".cursor/rules", extension: ".mdc" },
  { dir: ".claude/rules", extension: ".md" },
  { dir: ".clinerules", extension: ".md" },
] as const;

const singleFiles = ["AGENTS.md", "CLAUDE.md", "GEMINI.md", ".junie/guidelines.md", ".github/copilot-instructions.md"];

/** Directories that are moved, removed, replaced and created again. */
const movable = [
  ".precept",
  ".precept/rules",
  ".cursor",
  ".cursor/rules",
  "packages",
  "packages/a",
  "packages/a/.precept",
  "packages/a/.cursor/rules",
  "packages/b",
  "packages/c",
  "packages/c/src",
  "apps",
  "apps/web",
  "apps/web/src/deep",
  "libs",
  "libs/.precept/rules",
  "team",
];

const configs = [
  "",
  "rules: { dirs: [team] }\n",
  "rules: { ignore: [apps] }\n",
  "rules: { dialects: [precept, cursor] }\n",
  "rules: { ignore: ['packages/**', '!packages/a/**'], dirs: [team, libs/extra] }\n",
  "tool: claude\n",
];

function ruleText(project: ModelProject): string {
  project.writes += 1;
  const number = project.writes;
  const name = `rule-${project.random.below(40)}`;
  return `---\nname: ${name}\ndescription: Written ${number}\nalwaysApply: true\n---\n\nText number ${number}.\n`;
}

function kindOf(path: string): "file" | "directory" | "link" | undefined {
  try {
    const status = lstatSync(path);
    if (status.isSymbolicLink()) return "link";
    return status.isDirectory() ? "directory" : "file";
  } catch {
    // Missing, or below a file.
    return undefined;
  }
}

/** Creates a directory and its parents. Replaces files and links at their paths. */
function makeDirectory(top: string, path: string): void {
  for (let parts = path.split("/"), at = 1; at <= parts.length; at += 1) {
    const one = join(top, ...parts.slice(0, at));
    const kind = kindOf(one);
    if (kind === "file" || kind === "link") rmSync(one);
    if (kind !== "directory") mkdirSync(one);
  }
}

function write(project: ModelProject, path: string, text: string): string {
  const parent = dirname(path);
  if (parent !== ".") makeDirectory(project.dir, parent);
  const full = join(project.dir, path);
  if (kindOf(full) === "directory" || kindOf(full) === "link") rmSync(full, { recursive: true });
  writeFileSync(full, text);
  return `write ${path}`;
}

function newRulePath({ random }: ModelProject): string {
  const { dir, extension } = random.pick(kinds);
  return join(random.pick(bases), dir, `r${random.below(6)}${extension}`);
}

/** Returns the paths of all files and links that may be rules. */
function rulePaths({ dir }: ModelProject): string[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory() && /\.mdc?$/.test(entry.name))
    .map((entry) => relative(dir, join(entry.parentPath, entry.name)))
    .filter((path) => !path.startsWith(".git/"));
}

function git(dir: string, ...args: readonly string[]): void {
  const identity = ["-c", "user.name=Model", "-c", "user.email=model@example.org", "-c", "commit.gpgsign=false"];
  execFileSync("git", [...identity, ...args], { cwd: dir, stdio: "ignore" });
}

const writeRule: Operation = (project) => write(project, newRulePath(project), ruleText(project));

const writeSingle: Operation = (project) =>
  write(project, join(project.random.pick(bases), project.random.pick(singleFiles)), ruleText(project));

const edit: Operation = (project) => {
  const paths = rulePaths(project);
  if (paths.length === 0) return undefined;
  const path = project.random.pick(paths);
  // Writing to a broken link would create its target.
  if (!existsSync(join(project.dir, path))) return undefined;
  writeFileSync(join(project.dir, path), ruleText(project));
  return `edit ${path}`;
};

const replaceFile: Operation = (project) => {
  const paths = rulePaths(project);
  if (paths.length === 0) return undefined;
  const path = project.random.pick(paths);
  const full = join(project.dir, path);
  writeFileSync(`${full}~`, ruleText(project));
  renameSync(`${full}~`, full);
  return `replace ${path}`;
};

const removeFile: Operation = (project) => {
  const paths = rulePaths(project);
  if (paths.length === 0) return undefined;
  const path = project.random.pick(paths);
  rmSync(join(project.dir, path));
  return `remove ${path}`;
};

const renameFile: Operation = (project) => {
  const paths = rulePaths(project);
  if (paths.length === 0) return undefined;
  const from = project.random.pick(paths);
  const to = newRulePath(project);
  if (from === to) return undefined;
  makeDirectory(project.dir, dirname(to));
  // makeDirectory may have removed the file itself or a directory above it.
  if (kindOf(join(project.dir, from)) === undefined || kindOf(join(project.dir, to)) === "directory") return undefined;
  renameSync(join(project.dir, from), join(project.dir, to));
  return `rename ${from} to ${to}`;
};

const removeDirectory: Operation = (project) => {
  const path = project.random.pick(movable);
  if (kindOf(join(project.dir, path)) === undefined) return undefined;
  rmSync(join(project.dir, path), { recursive: true });
  return `remove ${path}`;
};

const recreateDirectory: Operation = (project) => {
  const path = project.random.pick(movable);
  if (kindOf(join(project.dir, path)) === undefined) return undefined;
  rmSync(join(project.dir, path), { recursive: true });
  makeDirectory(project.dir, path);
  if (path.endsWith("/rules") || path === "team") write(project, join(path, "again.md"), ruleText(project));
  return `recreate ${path}`;
};

const moveDirectory: Operation = (project) => {
  const from = project.random.pick(movable);
  const to = project.random.pick([...movable, "packages/moved", "moved-away", "apps/moved"]);
  const [fullFrom, fullTo] = [join(project.dir, from), join(project.dir, to)];
  if (from === to || `${to}/`.startsWith(`${from}/`) || `${from}/`.startsWith(`${to}/`)) return undefined;
  if (kindOf(fullFrom) !== "directory") return undefined;
  if (dirname(to) !== ".") makeDirectory(project.dir, dirname(to));
  if (kindOf(fullFrom) !== "directory") return undefined;
  rmSync(fullTo, { recursive: true, force: true });
  renameSync(fullFrom, fullTo);
  return `move ${from} to ${to}`;
};

const moveAwayAndBack: Operation = (project) => {
  const path = project.random.pick(movable);
  const full = join(project.dir, path);
  if (kindOf(full) === undefined) return undefined;
  renameSync(full, join(project.dir, "parked"));
  renameSync(join(project.dir, "parked"), full);
  return `move ${path} away and back`;
};

const replaceByFile: Operation = (project) => {
  const path = project.random.pick(movable);
  if (kindOf(join(project.dir, path)) === undefined) return undefined;
  rmSync(join(project.dir, path), { recursive: true });
  writeFileSync(join(project.dir, path), "a file\n");
  return `replace ${path} by a file`;
};

const linkFile: Operation = (project) => {
  const targets = [...rulePaths(project), "gone.md"];
  const target = project.random.pick(targets);
  const path = project.random.below(3) === 0 ? project.random.pick(["CLAUDE.md", "packages/a/AGENTS.md"]) : newRulePath(project);
  if (path === target) return undefined;
  if (dirname(path) !== ".") makeDirectory(project.dir, dirname(path));
  rmSync(join(project.dir, path), { recursive: true, force: true });
  symlinkSync(relative(dirname(path), target), join(project.dir, path));
  return `link ${path} to ${target}`;
};

const linkDirectory: Operation = (project) => {
  const path = project.random.pick([".cursor/rules", "packages/b/.precept/rules", ".precept/rules/linked", "libs/.cursor"]);
  const target = project.random.pick([".precept/rules", "team", "packages/a/.precept/rules", "packages/a/.cursor", "../outside"]);
  if (path === target || target.startsWith(`${path}/`) || path.startsWith(`${target}/`)) return undefined;
  makeDirectory(project.dir, dirname(path));
  rmSync(join(project.dir, path), { recursive: true, force: true });
  symlinkSync(relative(dirname(path), target), join(project.dir, path));
  return `link ${path} to ${target}`;
};

const writeTeam: Operation = (project) =>
  write(project, join(project.random.pick(["team", "libs/extra"]), `t${project.random.below(4)}.md`), ruleText(project));

const editConfig: Operation = (project) => {
  const text = project.random.pick(configs);
  write(project, ".precept/config.yaml", text);
  return `configure ${JSON.stringify(text)}`;
};

const newPackage: Operation = (project) => {
  const name = `packages/new-${project.random.below(5)}`;
  const inside = project.random.pick(["", "/src/lib"]);
  return write(project, `${name}${inside}/${project.random.pick([".cursor/rules/n.mdc", "AGENTS.md"])}`, ruleText(project));
};

const checkout: Operation = ({ dir, random }) => {
  const branch = random.pick(branches);
  git(dir, "checkout", "--quiet", "--force", branch);
  return `git checkout ${branch}`;
};

const commitAndCheckout: Operation = ({ dir, random }) => {
  const branch = random.pick(branches);
  git(dir, "add", "--all");
  git(dir, "commit", "--quiet", "--allow-empty", "--message", "Change");
  git(dir, "checkout", "--quiet", "--force", branch);
  return `git commit, and checkout ${branch}`;
};

/** The operations; repeated ones are more frequent. */
const operations: readonly Operation[] = [
  ...Array.from({ length: 8 }, () => writeRule),
  ...Array.from({ length: 6 }, () => edit),
  ...Array.from({ length: 3 }, () => replaceFile),
  ...Array.from({ length: 3 }, () => removeFile),
  ...Array.from({ length: 3 }, () => renameFile),
  ...Array.from({ length: 4 }, () => writeSingle),
  ...Array.from({ length: 3 }, () => moveDirectory),
  ...Array.from({ length: 3 }, () => moveAwayAndBack),
  ...Array.from({ length: 3 }, () => newPackage),
  ...Array.from({ length: 2 }, () => writeTeam),
  ...Array.from({ length: 2 }, () => checkout),
  removeDirectory,
  recreateDirectory,
  recreateDirectory,
  replaceByFile,
  linkFile,
  linkFile,
  linkDirectory,
  editConfig,
  editConfig,
  commitAndCheckout,
];

/** Prepares a project with two branches that differ. */
export function prepareProject(project: ModelProject): void {
  const { dir } = project;
  mkdirSync(dir, { recursive: true });
  mkdirSync(join(dir, "../outside/rules"), { recursive: true });
  writeFileSync(join(dir, "../outside/rules/out.md"), ruleText(project));
  execFileSync("git", ["init", "--quiet", "--initial-branch", "one"], { cwd: dir });
  write(project, "README.md", "A project.\n");
  for (let count = 0; count < 20; count += 1) writeRule(project);
  git(dir, "add", "--all");
  git(dir, "commit", "--quiet", "--message", "One");
  git(dir, "checkout", "--quiet", "-b", "two");
  for (let count = 0; count < 20; count += 1) writeRule(project);
  removeDirectory(project);
  git(dir, "add", "--all");
  git(dir, "commit", "--quiet", "--allow-empty", "--message", "Two");
}

/** Applies random operations until one changes something. Returns its description. */
export function applyOperation(project: ModelProject): string {
  for (;;) {
    const done = project.random.pick(operations)(project);
    if (done !== undefined) return done;
  }
}
