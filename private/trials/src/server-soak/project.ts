import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A project whose rules change while a server serves it. */
export interface ChangingProject extends AsyncDisposable {
  readonly dir: string;
  readonly home: string;
  /** Writes the next version of the rule `counter`, which every answer contains. */
  readonly writeVersion: (version: number) => Promise<void>;
}

/** The text of the rule `counter` in an answer. */
export const versionPattern = /version (\d+) of the counter/;

/** @param rules how many other rules there are. Most of them are for files that no request names. */
export async function createChangingProject(rules: number): Promise<ChangingProject> {
  const top = await mkdtemp(join(tmpdir(), "precept-soak-"));
  const dir = join(top, "project");
  const home = join(top, "home");
  const rulesDir = join(dir, ".precept/rules");
  await Promise.all([mkdir(rulesDir, { recursive: true }), mkdir(home)]);
  for (let at = 0; at < rules; at += 500) {
    const numbers = Array.from({ length: Math.min(500, rules - at) }, (_, position) => at + position);
    await Promise.all(numbers.map((number) => writeFile(join(rulesDir, `rule-${number}.md`), textOf(number))));
  }
  const writeVersion = async (version: number): Promise<void> => {
    const path = join(rulesDir, "counter.md");
    const text = `---\nname: counter\ndescription: Counts.\n---\nThis is version ${version} of the counter.\n`;
    // Half of the edits replace the file, as editors do; the others write into it.
    if (version % 2 === 0) return writeFile(path, text);
    await writeFile(`${path}~`, text);
    await rename(`${path}~`, path);
  };
  await writeVersion(0);
  return {
    dir,
    home,
    writeVersion,
    async [Symbol.asyncDispose]() {
      await rm(top, { recursive: true, force: true });
    },
  };
}

function textOf(number: number): string {
  const header = number % 5 === 1 ? "inclusion: manual" : `globs: "src/part-${number % 200}/**/*.${extensions[number % 4]}"`;
  return `---\nname: rule-${number}\ndescription: Rule ${number}.\n${header}\n---\nText of rule ${number}. Use named exports.\n`;
}

const extensions = ["ts", "tsx", "py", "go"] as const;
