import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Diagnostic } from "@precept/core";
import { onTestFinished } from "vitest";
import { openWorkspace } from "../src/open-workspace.ts";
import type { WorkspaceOptions } from "../src/options.ts";
import type { Workspace } from "../src/workspace.ts";

/** A real project directory for one test. */
export interface Project {
  /** Absolute, without links. */
  readonly dir: string;
  /** The user's Precept directory. */
  readonly home: string;
  readonly write: (path: string, content: string | Uint8Array) => Promise<void>;
  readonly remove: (path: string) => Promise<void>;
  /** Opens the workspace. It is closed when the test ends. */
  readonly open: (options?: WorkspaceOptions) => Promise<Workspace>;
}

/** Creates a project that is deleted when the test ends. `~/` stands for the user's Precept directory. */
export async function createProject(files: Readonly<Record<string, string | Uint8Array>> = {}): Promise<Project> {
  const top = await realpath(await mkdtemp(join(tmpdir(), "precept-workspace-")));
  onTestFinished(() => rm(top, { recursive: true, force: true }));
  const dir = join(top, "project");
  const home = join(top, "home");
  const at = (path: string): string => (path.startsWith("~/") ? join(home, path.slice(2)) : join(dir, path));
  await mkdir(dir);
  const project: Project = {
    dir,
    home,
    async write(path, content) {
      await mkdir(dirname(at(path)), { recursive: true });
      await writeFile(at(path), content);
    },
    remove: (path) => rm(at(path), { recursive: true }),
    async open(options = {}) {
      const workspace = await openWorkspace(dir, { home, ...options });
      onTestFinished(() => workspace[Symbol.asyncDispose]());
      return workspace;
    },
  };
  for (const [path, content] of Object.entries(files)) await project.write(path, content);
  return project;
}

/** Returns the text of a native rule file. */
export function nativeRule(
  name: string,
  header: Readonly<Record<string, string | number | boolean>> = {},
  body = `Text of ${name}.`,
): string {
  const lines = Object.entries({ name, description: `About ${name}`, ...header }).map(([key, value]) => `${key}: ${value}`);
  return `---\n${lines.join("\n")}\n---\n\n${body}\n`;
}

/** A Cursor rule file that always applies. */
export const cursorRule = "---\nalwaysApply: true\n---\n\nText.\n";

/** Formats a diagnostic as one line: `code file:line:column`, without the parts that it does not have. */
export function describeDiagnostic({ code, file, line, column }: Diagnostic): string {
  return [code, [file, line, column].filter((part) => part !== undefined).join(":")].filter((part) => part !== "").join(" ");
}

export function namesOf(rules: readonly { readonly name: string }[]): readonly string[] {
  return rules.map(({ name }) => name);
}
