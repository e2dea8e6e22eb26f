import { nobodyOptions } from "@precept/testing";
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/** Loads one root of Cursor rules as the user `nobody` if the tests run as root, which can read everything. */
export function loadAsNobody(
  projectDir: string,
  dir: string,
): { readonly ids: readonly string[]; readonly reported: readonly string[] } {
  const store = new URL("../src/store.ts", import.meta.url).href;
  const script = `
    import { createFsStore } from ${JSON.stringify(store)};
    import { cursor } from "@precept/mdc-compat";
    const store = createFsStore({ projectDir: process.argv[1], roots: [{ dir: process.argv[2], codec: cursor }] });
    const ids = [];
    for await (const { rule } of store.list()) ids.push(rule.id);
    const reported = store.diagnostics().map(({ code, file, message }) => code + " " + file + ": " + message);
    console.log(JSON.stringify({ ids, reported }));`;
  const output = execFileSync(
    process.execPath,
    ["--conditions=@precept/source", "--input-type=module", "--eval", script, projectDir, dir],
    { encoding: "utf8", cwd: fileURLToPath(new URL(".", import.meta.url)), ...nobodyOptions() },
  );
  return JSON.parse(output) as ReturnType<typeof loadAsNobody>;
}
