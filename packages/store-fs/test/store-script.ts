import { startScript, type ScriptOptions, type ScriptProcess } from "@precept/testing";

/** Runs a script in which `store` is a file store of its first argument: one root, `r`, of native rules. */
export function startStoreScript(
  script: string,
  args: readonly string[],
  options: Omit<ScriptOptions, "cwd" | "args"> = {},
): ScriptProcess {
  const program = [
    'import { createFsStore } from "../src/store.ts";',
    'import { createRule } from "@precept/core";',
    'import { precept } from "@precept/mdc-compat";',
    'const [projectDir = ""] = process.argv.slice(2);',
    'const store = createFsStore({ projectDir, roots: [{ dir: "r", codec: precept }] });',
    script,
  ].join("\n");
  return startScript(program, { cwd: import.meta.dirname, args, ...options });
}
