import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { run } from "../../../../apps/cli/src/run.ts";
import { projectFiles, type RuleName } from "./project.ts";

interface FoundBreach {
  readonly at: string;
  readonly session: string;
  readonly file: string | null;
  readonly age: number | null;
}

export interface FoundRule {
  readonly name: RuleName;
  readonly followed: { readonly of: number; readonly count: number };
  readonly breaches: readonly FoundBreach[];
}

export interface ImportedSession {
  readonly session: string;
  readonly outcome: string;
  readonly problems: { readonly damaged: number; readonly unknown: Readonly<Record<string, number>> };
}

/** A project with the rules of the trial, which is removed after it. */
export class TrialProject implements Disposable {
  readonly dir: string;

  constructor() {
    this.dir = realpathSync(mkdtempSync(join(tmpdir(), "precept-breaches-")));
    for (const [path, text] of Object.entries(projectFiles)) this.write(path, text);
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(join(this.dir, path)), { recursive: true });
    writeFileSync(join(this.dir, path), text);
  }

  async adherence(): Promise<readonly FoundRule[]> {
    return ((await this.#run(["adherence", "--json"])) as { readonly rules: readonly FoundRule[] }).rules;
  }

  async import(path: string): Promise<readonly ImportedSession[]> {
    return ((await this.#run(["sessions", "import", path, "--json"])) as { readonly sessions: readonly ImportedSession[] })
      .sessions;
  }

  async #run(args: readonly string[]): Promise<unknown> {
    let [out, err] = ["", ""];
    const code = await run(args, {
      env: { PRECEPT_HOME: join(this.dir, "no-home") },
      cwd: this.dir,
      interactive: false,
      out: (text) => (out += text),
      err: (text) => (err += text),
      readInput: async () => "",
      ask: async () => false,
      askText: async () => "",
      interrupted: () => Promise.resolve(),
    });
    if (code !== 0) throw new Error(`${args.join(" ")} exits with ${code}: ${err}`);
    return JSON.parse(out) as unknown;
  }

  [Symbol.dispose](): void {
    rmSync(this.dir, { recursive: true, force: true });
  }
}
