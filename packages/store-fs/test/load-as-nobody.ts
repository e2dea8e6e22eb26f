import { nobodyOptions } from "@precept/testing";
import { bundledProgram } from "@precept/testing/program";
import { execFileSync } from "node:child_process";
import { join } from "node:path";

/** Loads one root of Cursor rules as the user `nobody` if the tests run as root, which can read everything. */
export function loadAsNobody(
  projectDir: string,
  dir: string,
): { readonly ids: readonly string[]; readonly reported: readonly string[] } {
  const script = `
    import { createFsStore } from "../src/store.ts";
    import { cursor } from "@precept/mdc-compat";
    const store = createFsStore({ projectDir: process.argv[2], roots: [{ dir: process.argv[3], codec: cursor }] });
    const ids = [];
    for await (const { rule } of store.list()) ids.push(rule.id);
    const reported = store.diagnostics().map(({ code, file, message }) => code + " " + file + ": " + message);
    console.log(JSON.stringify({ ids, reported }));`;
  const program = bundledProgram(join(import.meta.dirname, "load.ts"), script);
  const output = execFileSync(process.execPath, [program, projectDir, dir], { encoding: "utf8", ...nobodyOptions() });
  return JSON.parse(output) as ReturnType<typeof loadAsNobody>;
}
