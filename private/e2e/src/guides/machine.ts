import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { makeDirectory, openTestRepository } from "@precept/testing";
import { freePort } from "@precept/testing/free-port";
import { preceptProgram } from "@precept/testing/program";
import { guideProjects } from "./projects.ts";
import type { GuideMachine, ShellResult } from "./render-guide.ts";

/** The ports of the servers in the guides. A free port replaces them. */
const guidePorts = /\b(?:4141|4443)\b/g;

const linker = join(import.meta.dirname, "link-packages.ts");

/** Without a network, `npx` starts what is installed, and `precept` for its package. */
const npx = `#!/bin/sh
while true; do case "$1" in -y|--no|--) shift;; *) break;; esac; done
name=$1; shift
[ "$name" = @precept/cli ] && name=precept
for dir in node_modules/.bin "$(dirname "$0")"; do [ -x "$dir/$name" ] && exec "$dir/$name" "$@"; done
echo "npx: $name is not installed." >&2; exit 127
`;

const fromSources = ["--conditions=@precept/source", "--disable-warning=ExperimentalWarning"];

/** Creates a machine without a network, whose home is empty. Disposal ends the processes that a guide started. */
export async function createMachine(): Promise<GuideMachine & AsyncDisposable> {
  const home = makeDirectory();
  const bin = makeDirectory();
  const programs = {
    precept: `#!/bin/sh\nexec "${process.execPath}" "${preceptProgram()}" "$@"\n`,
    npx,
    npm: `#!/bin/sh\n[ "$1" = install ] && exec "${process.execPath}" "${linker}" "${bin}" "$@"\nPATH="${process.env["PATH"]}" exec npm "$@"\n`,
  };
  for (const [name, text] of Object.entries(programs)) writeFileSync(join(bin, name), text, { mode: 0o755 });
  const env = {
    ...process.env,
    PATH: [bin, dirname(process.execPath), process.env["PATH"]].join(delimiter),
    HOME: home,
    PRECEPT_HOME: join(home, ".precept"),
    PRECEPT_SERVER_PORT: String(await freePort()),
    NO_COLOR: "1",
    NODE_OPTIONS: fromSources.join(" "),
    GIT_CONFIG_GLOBAL: "/dev/null",
    npm_config_offline: "true",
    npm_config_update_notifier: "false",
  };
  const projects = new Map<string, { readonly dir: string; readonly state: string }>();
  const started: ChildProcess[] = [];
  let current = createGuideProject("empty");

  /** Starts a shell with the directory and the variables that the one before it left. */
  const spawnShell = (commands: string): { child: ChildProcess; output: () => string; ended: Promise<number> } => {
    const { dir, state } = current;
    const save = `{ export -p; printf 'cd "%s"\\numask %s\\n' "$PWD" "$(umask)"; } > "${state}"`;
    const script = `exec 2>&1\n[ -f "${state}" ] && . "${state}"\ntrap '${save.replaceAll("'", String.raw`'\''`)}' EXIT\nset -e\n${commands}`;
    const child = spawn("sh", ["-c", script.replace(guidePorts, env.PRECEPT_SERVER_PORT)], {
      cwd: dir,
      env,
      stdio: ["ignore", "pipe", "ignore"],
      detached: true,
    });
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (part: string) => (output += part));
    return {
      child,
      output: () => output.replaceAll(dir, "/project"),
      ended: once(child, "close").then(([code, signal]) => {
        if (typeof code === "number") return code;
        throw new Error(`Ended by ${signal}: ${commands}`);
      }),
    };
  };

  const stopAll = async (): Promise<void> => {
    for (const child of started.splice(0)) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const closed = once(child, "close");
      process.kill(-(child.pid ?? 0), "SIGKILL");
      await closed;
    }
  };

  const run = async (commands: string): Promise<ShellResult> => {
    const { output, ended } = spawnShell(commands);
    const code = await ended;
    return { output: output(), code };
  };
  let programCount = 0;
  return {
    run,
    async enter(name) {
      await stopAll();
      current = projects.get(name) ?? createGuideProject(name);
      projects.set(name, current);
    },
    write(path, text) {
      const [, dir] = /^cd "(.*)"$/m.exec(readState(current.state)) ?? [];
      const file = join(dir ?? current.dir, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    },
    async start(command) {
      const { child, output, ended } = spawnShell(command);
      started.push(child);
      const code = await Promise.race([once(child.stdout ?? child, "data").then(() => undefined), ended]);
      // It is killed later.
      ended.catch(() => undefined);
      if (code !== undefined) throw new Error(`Ended with the exit code ${code}: ${command}\n${output()}`);
    },
    runProgram(code) {
      programCount += 1;
      // In a package whose dependencies the program can import.
      const file = join(makeDirectory(), `program-${programCount}.mts`);
      symlinkSync(join(import.meta.dirname, "../../node_modules"), join(dirname(file), "node_modules"));
      writeFileSync(file, code);
      return run(`node "${file}"`);
    },
    [Symbol.asyncDispose]: stopAll,
  };
}

function readState(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

function createGuideProject(name: string): { readonly dir: string; readonly state: string } {
  const files = guideProjects[name];
  if (files === undefined) throw new Error(`No project "${name}" in projects.ts.`);
  const state = join(makeDirectory(), "state");
  if (Object.keys(files).length === 0) return { dir: makeDirectory(), state };
  const { dir, git } = openTestRepository();
  for (const [path, entry] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    if (typeof entry === "string") writeFileSync(join(dir, path), entry);
    else symlinkSync(entry.link, join(dir, path));
  }
  git("add", "-A");
  git("commit", "-qm", "Start");
  return { dir, state };
}
