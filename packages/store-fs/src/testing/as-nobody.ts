import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

export const nobody = 65_534;

/** Why the tests that need another user can't run here; undefined where they can. */
export function whyNotAsNobody(): string | undefined {
  if (process.platform === "win32") return "Windows has no such users";
  if (process.getuid?.() !== 0) return undefined;
  try {
    execFileSync(process.execPath, ["--eval", "0"], { cwd: import.meta.dirname, uid: nobody, gid: nobody, stdio: "ignore" });
    return undefined;
  } catch {
    return "the user nobody may not read this directory";
  }
}

/** Loads one root of Cursor's as a user who may not read everything. The tests themselves may run as root, who may. */
export function loadAsNobody(
  projectDir: string,
  dir: string,
): { readonly ids: readonly string[]; readonly reported: readonly string[] } {
  const store = new URL("../store.ts", import.meta.url).href;
  const script = `
    import { createFsStore } from ${JSON.stringify(store)};
    import { cursor } from "@precept/mdc-compat";
    const store = createFsStore({ projectDir: process.argv[1], roots: [{ dir: process.argv[2], codec: cursor }] });
    const ids = [];
    for await (const { rule } of store.list()) ids.push(rule.id);
    const reported = store.diagnostics().map(({ code, file, message }) => code + " " + file + ": " + message);
    console.log(JSON.stringify({ ids, reported }));`;
  const isRoot = process.getuid?.() === 0;
  const output = execFileSync(
    process.execPath,
    ["--conditions=@precept/source", "--input-type=module", "--eval", script, projectDir, dir],
    { encoding: "utf8", cwd: fileURLToPath(new URL(".", import.meta.url)), ...(isRoot && { uid: nobody, gid: nobody }) },
  );
  return JSON.parse(output) as ReturnType<typeof loadAsNobody>;
}
