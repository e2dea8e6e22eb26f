import type { HookOutput } from "@precept/mdc-compat/hooks";
import { createProject } from "@precept/testing";
import { openWorkspace, type Workspace } from "@precept/workspace";
import { onTestFinished } from "vitest";
import type { HostId } from "../src/host-ids.ts";
import { runHook } from "../src/run/run-hook.ts";
import type { RunHookOptions } from "../src/run/run-options.ts";
import { projectDir } from "./encode-action.ts";

const policies = `
id: NO-RM
severity: CRITICAL
match: { pattern: 'rm -rf', context_filter: { subject: command } }
message: Never delete everything.
suggestion: Name the files.
---
id: NO-GUARDS
severity: CRITICAL
match: { file_patterns: ["**/.git/hooks/**"], context_filter: { subject: file } }
message: "{file} is a guard."
---
id: ASK-DEPLOY
severity: HIGH
handler: ASK
match: { pattern: 'deploy', context_filter: { subject: command } }
message: This deploys.
---
id: NO-EVAL
severity: HIGH
handler: QUICK_FIX
match: { pattern: '\\beval\\(', context_filter: { subject: file } }
message: No eval.
suggestion: Parse the text.
---
id: NO-KEYS
severity: CRITICAL
match: { pattern: 'KEY-[0-9]+', context_filter: { subject: [prompt, response, result] } }
message: A key.
`;

export const hookProjectFiles: Readonly<Record<string, string>> = {
  ".git/HEAD": "ref: refs/heads/main\n",
  ".precept/policies/all.yaml": policies,
  ".precept/rules/all.md": "---\nname: all\ndescription: All work\ninclusion: always\n---\n\nBe careful.\n",
  ".precept/rules/ts.md":
    '---\nname: ts\ndescription: TypeScript\ninclusion: fileMatch\nglobs: ["*.ts"]\n---\n\nUse strict types.\n',
};

/** A project that hooks run in. */
export interface HookProject {
  readonly dir: string;
  /** Runs a hook with a payload. The directory of encoded payloads is replaced by that of the project. */
  readonly run: (
    payload: object | string | Promise<string>,
    host?: HostId,
    options?: Partial<RunHookOptions>,
  ) => Promise<HookOutput>;
  readonly write: (path: string, text: string) => Promise<void>;
}

/** How long an answer may take, in milliseconds. Loading policies takes long on a busy machine. */
const deadline = 60_000;

const now = (): number => 1_763_000_000_000;

/** Creates a project, which is deleted when the test has finished. */
export async function createHookProject(files: Readonly<Record<string, string>> = hookProjectFiles): Promise<HookProject> {
  const { dir, write } = await createProject(files);
  // Loading policies takes long, so that the hooks of a test share a workspace.
  let opening: Promise<Workspace> | undefined;
  onTestFinished(async () => {
    await (await opening)?.[Symbol.asyncDispose]();
  });
  const open = async (at: string): Promise<Workspace> => (opening ??= openWorkspace(at, { home: `${dir}/home`, discover: true }));
  return {
    dir,
    write: (path, text) => write(path, text),
    async run(payload, host, options = {}) {
      const text =
        payload instanceof Promise
          ? payload
          : (typeof payload === "string" ? payload : JSON.stringify(payload)).replaceAll(projectDir, dir);
      return runHook(text, { host, open, env: {}, cwd: dir, now, deadline, ...options });
    },
  };
}
