import { execFileSync } from "node:child_process";
import { appendFileSync, chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { programSettings } from "../../../packages/enforcement/src/git/program-settings.ts";

/** Programs that create a file, the mark, when they are run. */
export interface Marks {
  /** The programs that were run. */
  readonly left: () => readonly string[];
  /** Creates a program, and returns its path. */
  readonly program: (name: string) => string;
  /** Creates a directory with a program for every hook, and returns its path. */
  readonly hooks: (name: string) => string;
}

/** @param dir an empty directory outside of the repository. */
export function createMarks(dir: string): Marks {
  const marks = join(dir, "marks");
  mkdirSync(marks, { recursive: true });
  const write = (path: string, mark: string): string => {
    mkdirSync(dirname(path), { recursive: true });
    // If a filter failed, git would exit before it runs the next program.
    writeFileSync(path, `#!/bin/sh\n: > '${join(marks, mark)}'\n${/filter|clean/.test(mark) ? "cat" : "exit 1"}\n`);
    chmodSync(path, 0o755);
    return path;
  };
  return {
    left: () => readdirSync(marks),
    program: (name) => write(join(dir, "programs", name.replaceAll(/[^\w.-]/g, "_")), name.replaceAll(/[^\w.-]/g, "_")),
    hooks(name) {
      for (const hook of hookNames) write(join(dir, name, hook), `${name}.${hook}`);
      return join(dir, name);
    },
  };
}

const hookNames = [
  "fsmonitor-watchman",
  "post-checkout",
  "post-commit",
  "post-index-change",
  "post-merge",
  "pre-auto-gc",
  "pre-commit",
  "query-watchman",
  "reference-transaction",
  "sendemail-validate",
];

/** Runs git with an identity and without the user's configuration. */
export function gitIn(dir: string, ...args: readonly string[]): string {
  const identity = ["-c", "user.name=A", "-c", "user.email=a@example.com", "-c", "protocol.file.allow=always"];
  return execFileSync("git", [...identity, ...args], {
    cwd: dir,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" },
  });
}

/**
 * Sets every setting that can name a program to one that leaves a mark.
 *
 * @param without settings to leave out, because they prevent git from using others.
 */
export function setAllPrograms(gitDir: string, marks: Marks, without: readonly string[] = []): void {
  // One `git config` for each of more than a hundred settings would take most of the time of the tests.
  const config = (name: string, value: string): void => appendFileSync(join(gitDir, "config"), settingText(name, value));
  for (const key of Object.keys(programSettings)) {
    if (!without.includes(key)) config(key.replace(/<.*>/, "evil"), valueOf(key, marks));
  }
  config("core.repositoryFormatVersion", "1");
  config("remote.evil.url", `ext::${marks.program("remote-url")} %S`);
  config("protocol.ext.allow", "always");
  config("protocol.allow", "always");
  config("filter.evil.required", "true");
  config("core.fsmonitorHookVersion", "2");
  config("commit.gpgSign", "true");
  config("log.showSignature", "true");
  config("diff.submodule", "log");
  config("status.submoduleSummary", "true");
  config("submodule.recurse", "true");
  const included = join(dirname(marks.program("included")), "included.gitconfig");
  writeFileSync(
    included,
    `[core]\n\tsshCommand = ${marks.program("included-ssh")}\n[filter "included"]\n\tclean = ${marks.program("included-clean")}\n`,
  );
  config("include.path", included);
  config("includeIf.gitdir:**.path", included);
  if (!existsSync(join(gitDir, "hooks"))) mkdirSync(join(gitDir, "hooks"));
  for (const hook of hookNames) {
    writeFileSync(join(gitDir, "hooks", hook), `#!/bin/sh\nexec '${marks.program(`hooks.${hook}`)}'\n`, { mode: 0o755 });
  }
}

/** Returns a setting as git writes it: `section.name` or `section.subsection.name`, where the subsection may contain dots. */
function settingText(key: string, value: string): string {
  const [section = "", ...rest] = key.split(".");
  const name = rest.pop() ?? "";
  const subsection = rest.length === 0 ? "" : ` "${rest.join(".")}"`;
  return `[${section}${subsection}]\n\t${name} = ${value}\n`;
}

function valueOf(key: string, marks: Marks): string {
  if (key === "core.hooksPath") return marks.hooks("hooks-path");
  if (key === "init.templateDir" || key === "instaweb.modulePath") return marks.hooks(key);
  if (key === "extensions.partialClone") return "evil";
  if (key === "remote.<name>.promisor") return "true";
  if (key === "remote.<name>.vcs") return "ext";
  const program = marks.program(key);
  return key === "alias.<name>" || key === "submodule.<name>.update" ? `!${program}` : program;
}
