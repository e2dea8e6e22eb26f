import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Pipeline } from "./commands.ts";
import type { Way } from "./draw-ways.ts";

/** What the names of the stubs begin with. No real program has such a name, so that a spelling can only run stubs. */
const stubPrefix = "q0-";

/** A stub records its name and its words. */
const stub = (log: string): string =>
  `#!/bin/bash\nout="\${0##*/}"; for word; do out+=$'\\x1f'"$word"; done; printf '%s\\n' "$out" >> '${log}'\n`;

/**
 * Runs a spelling in bash, in an empty temporary directory, with stubs for its programs. The name of each program is replaced in the pipeline before it is
 * spelled, so that the text names no dangerous program.
 *
 * @returns what is wrong. Undefined if each command of the pipeline ran with exactly its words.
 */
export function runsSameWords({ spell }: Pick<Way, "spell">, pipeline: Pipeline): string | undefined {
  const renamed = pipeline.map(([name = "", ...words]) => [`${stubPrefix}${name}`, ...words]);
  const spelling = spell(renamed);
  if (spelling === undefined) return "it does not apply to the stubs";
  const base = mkdtempSync(join(tmpdir(), "precept-spellings-"));
  try {
    const [bin, work, log] = [join(base, "bin"), join(base, "work"), join(base, "log")];
    for (const directory of [bin, work]) mkdirSync(directory);
    for (const [name = ""] of renamed) writeProgram(join(bin, name), stub(log));
    for (const [path, text] of Object.entries(spelling.files ?? {})) writeProgram(join(work, path), text);
    // Many spellings are only for bash, also inside `sh -c`.
    symlinkSync("/bin/bash", join(bin, "sh"));
    writeFileSync(log, "");
    const { stderr } = spawnSync("bash", ["-c", spelling.text], {
      cwd: work,
      // The directory of the programs that the trial itself uses, such as node.
      env: {
        PATH: `${bin}:/usr/bin:/bin:${dirname(process.execPath)}`,
        HOME: "/home/dev",
        GIT_CONFIG_GLOBAL: "/dev/null",
        LC_ALL: "C.UTF-8",
      },
      input: "",
      timeout: 20_000,
      encoding: "utf8",
    });
    const ran = readFileSync(log, "utf8").split("\n");
    const missing = renamed.map((words) => words.join("\x1f")).find((words) => !ran.includes(words));
    return missing === undefined
      ? undefined
      : `${JSON.stringify(spelling.text)} ran ${JSON.stringify(ran)}, not ${JSON.stringify(missing)}: ${stderr.slice(0, 300)}`;
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
}

function writeProgram(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  chmodSync(path, 0o755);
}
