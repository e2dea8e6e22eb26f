import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The tools that a repository is moved to, as Precept calls them. */
export const tools = ["claude", "cursor", "copilot", "codex", "gemini"] as const;

/** A program that moves the rules of a repository to all tools. */
export interface MovingProgram {
  readonly name: string;
  /** The program file, relative to the directory of installed packages; absolute for Precept. */
  readonly file: string;
  /** Moves everything that it can. `run` runs the program in the repository. */
  readonly move: (dir: string, run: RunProgram) => Promise<void>;
  /** Takes back what `move` did. Absent if the program cannot. */
  readonly undo?: (run: RunProgram) => Promise<void>;
}

/** Runs a program with arguments. An exit code other than 0 is no error: programs report what they leave out with it. */
export type RunProgram = (...args: readonly string[]) => Promise<void>;

export const programs: readonly MovingProgram[] = [
  {
    name: "precept",
    file: fileURLToPath(new URL("../../../../apps/cli/dist/main.js", import.meta.url)),
    async move(_, run) {
      await run("import");
      await run("export", "--to", tools.join(","), "--allow-programs", "--yes");
    },
    undo: (run) => run("revert", "--yes"),
  },
  {
    name: "rulesync",
    file: "rulesync/dist/cli/index.js",
    async move(_, run) {
      const targets = ["claudecode", "cursor", "copilot", "codexcli", "geminicli"];
      for (const target of targets) await run("import", "--targets", target, "--features", "*");
      await run("generate", "--targets", targets.join(","), "--features", "*");
    },
  },
  {
    name: "ruler",
    file: "@intellectronica/ruler/dist/cli/index.js",
    async move(dir, run) {
      await copyForRuler(dir);
      await run("apply", "--agents", "claude,cursor,copilot,codex,gemini-cli", "--local-only", "--subagents", "--nested");
    },
    undo: (run) => run("revert", "--agents", "claude,cursor,copilot,codex,gemini-cli", "--local-only"),
  },
  {
    name: "skills",
    file: "skills/bin/cli.mjs",
    async move(_, run) {
      await run(
        "add",
        ".",
        "--agent",
        "claude-code",
        "cursor",
        "github-copilot",
        "codex",
        "gemini-cli",
        "--skill",
        "*",
        "-y",
        "--copy",
      );
    },
  },
];

/** Ruler imports nothing: its user copies the files into `.ruler` first. This copies what it can read. */
async function copyForRuler(dir: string): Promise<void> {
  await mkdir(join(dir, ".ruler"));
  const copies: readonly (readonly [from: string, to: string])[] = [
    [existsSync(join(dir, "AGENTS.md")) ? "AGENTS.md" : "CLAUDE.md", "AGENTS.md"],
    [".github/copilot-instructions.md", "copilot-instructions.md"],
    [".cursorrules", "cursorrules.md"],
    [".mcp.json", "mcp.json"],
    [".claude/skills", "skills"],
    [".agents/skills", "skills"],
    [".claude/agents", "agents"],
  ];
  for (const [from, to] of copies)
    if (existsSync(join(dir, from))) await cp(join(dir, from), join(dir, ".ruler", to), { recursive: true, dereference: true });
  for (const [folder, ending] of [
    [".cursor/rules", ".mdc"],
    [".claude/rules", ".md"],
    [".github/instructions", ".instructions.md"],
  ] as const) {
    const names = existsSync(join(dir, folder)) ? await readdir(join(dir, folder)) : [];
    for (const name of names.filter((one) => one.endsWith(ending)))
      await cp(join(dir, folder, name), join(dir, ".ruler", `${name.slice(0, -ending.length)}.md`));
  }
}

/** Runs a program of Node in a directory, with a new home directory and without sending statistics. */
export function runProgram(file: string, dir: string, home: string): RunProgram {
  const env = { PATH: process.env["PATH"], HOME: home, NO_COLOR: "1", CI: "1", DO_NOT_TRACK: "1", DISABLE_TELEMETRY: "1" };
  return (...args) =>
    new Promise((resolve, reject) => {
      const child = execFile(
        process.execPath,
        [file, ...args],
        { cwd: dir, env, maxBuffer: 2 ** 28, timeout: 300_000 },
        (error) => {
          // The program did not start, or was killed.
          if (error !== null && typeof error.code !== "number") reject(error);
          else resolve();
        },
      );
      child.stdin?.end();
    });
}

/** Writes a file that says which directory is the top of the project, for programs that search it above. */
export async function createHome(path: string): Promise<void> {
  await mkdir(path, { recursive: true });
  await writeFile(join(path, ".gitconfig"), "");
}
