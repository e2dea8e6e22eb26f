import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Action } from "@precept/agent-actions";
import { parse } from "yaml";
import * as z from "zod";

/** Ordinary actions of one repository, or of one JSON file. */
export interface History {
  readonly name: string;
  readonly commands: readonly string[];
  readonly edits: readonly Extract<Action, { type: "edit" }>[];
}

const listSchema = z.union([
  z.array(z.string()),
  z.object({ commands: z.array(z.string()) }).transform(({ commands }) => commands),
]);

/**
 * Reads what a directory contains: JSON files with lists of commands, and repositories with or without a working tree, directly or one directory deeper.
 *
 * @throws if a JSON file has another shape.
 */
export function readHistories(directory: string): readonly History[] {
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry): readonly History[] => {
    const path = join(directory, entry.name);
    if (entry.isFile() && entry.name.endsWith(".json")) {
      const commands = listSchema.parse(JSON.parse(readFileSync(path, "utf8")));
      return [{ name: entry.name, commands, edits: [] }];
    }
    const gitDir = [path, join(path, ".git"), join(path, "repo")].find((one) => existsSync(join(one, "objects")));
    return entry.isDirectory() && gitDir !== undefined ? [readRepository(entry.name, gitDir)] : [];
  });
}

/** How many commits are read, and how many edits of each. */
const commits = 60;
const editsOfCommit = 4;

function readRepository(name: string, gitDir: string): History {
  const git = (...args: readonly string[]): string =>
    execFileSync("git", ["--git-dir", gitDir, ...args], {
      encoding: "utf8",
      maxBuffer: 2 ** 28,
      stdio: ["ignore", "pipe", "ignore"],
    });
  const files = git("ls-tree", "-r", "--name-only", "HEAD").split("\n");
  const textsOf = (matches: (path: string) => boolean): readonly string[] =>
    files.filter(matches).map((path) => git("show", `HEAD:${path}`));
  const log = git("log", "--no-merges", `-${commits}`, "--perl-regexp", "--author=^(?!.*\\[bot\\])", "--format=%H %s")
    .split("\n")
    .filter(Boolean);
  return {
    name,
    commands: [
      ...textsOf((path) => basename(path) === "package.json" && path.split("/").length < 3).flatMap(scriptsIn),
      ...textsOf(isWorkflow).flatMap(stepsIn),
      ...textsOf((path) => basename(path) === "Makefile").flatMap(recipesIn),
      ...log.slice(0, 10).map((line) => `git commit -am '${line.slice(41).replaceAll("'", `'\\''`)}'`),
    ],
    edits: log.flatMap((line) =>
      editsIn(git("show", "--format=", "-U2", "--no-ext-diff", line.slice(0, 40))).slice(0, editsOfCommit),
    ),
  };
}

/** Whether a file is a workflow that agents repeat by hand. They do not release. */
function isWorkflow(path: string): boolean {
  return /^\.github\/workflows\/[^/]+\.ya?ml$/.test(path) && !/release|publish|deploy|docker/i.test(basename(path));
}

function scriptsIn(text: string): readonly string[] {
  const { scripts = {} } = JSON.parse(text) as { readonly scripts?: Readonly<Record<string, string>> };
  return Object.entries(scripts).flatMap(([name, script]) => (/release|publish|deploy/.test(name) ? [] : [script]));
}

const workflowSchema = z.object({
  jobs: z.record(
    z.string(),
    z.object({ steps: z.array(z.object({ run: z.string().optional(), shell: z.string().optional() })).optional() }),
  ),
});

/**
 * The texts of the steps of a workflow. Expressions of the workflow are replaced with a word. Steps with the rights of an administrator or
 * with secrets are left out: they prepare a machine that is deleted afterwards.
 */
function stepsIn(text: string): readonly string[] {
  const { data } = workflowSchema.safeParse(parse(text));
  const steps = Object.values(data?.jobs ?? {}).flatMap((job) => job.steps ?? []);
  return steps.flatMap(({ run, shell = "bash" }) =>
    run === undefined || shell === "pwsh" || !shell.endsWith("sh") || /\bsudo\b|secrets\.|SSH_KEY/.test(run)
      ? []
      : [run.replace(/\$\{\{[^}]*\}\}/g, "value")],
  );
}

function recipesIn(text: string): readonly string[] {
  return Array.from(text.matchAll(/^(?!\.)[\w./-]+:[^=\n]*\n((?:\t[^\n]*\n)+)/gm), ([, body = ""]) =>
    body.replace(/^\t[@+-]*/gm, "").replaceAll("$$", "$"),
  );
}

/** Files that tools write, so that no agent edits them. */
const generated = /(?:^|\/)(?:[\w.-]*[-.]lock(?:\.\w+)?|package-lock\.json|go\.sum)$/i;

/** The hunks of a patch as edits of files. */
function editsIn(patch: string): History["edits"] {
  return patch.split(/^diff --git /m).flatMap((file) => {
    const [, path] = /^\+\+\+ b\/(.+)$/m.exec(file) ?? [];
    const [, ...hunks] = file.split(/^@@ .*$/m);
    if (path === undefined || generated.test(path)) return [];
    return hunks.flatMap((hunk): History["edits"] => {
      const lines = hunk.split("\n").slice(1);
      const linesWith = (sign: string): string =>
        lines.flatMap((line) => (line.startsWith(" ") || line.startsWith(sign) ? [line.slice(1)] : [])).join("\n");
      const edit = { type: "edit" as const, path, old: linesWith("-"), new: linesWith("+") };
      return edit.old === "" || edit.new.length > 4000 ? [] : [edit];
    });
  });
}
