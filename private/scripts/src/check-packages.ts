import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { publint } from "publint";
import { formatMessage } from "publint/utils";

// Checks what would be published: every package and app that is not private, as built.

const root = join(import.meta.dirname, "../../..");
let problems = 0;
for (const group of ["packages", "apps"]) {
  for (const name of await readdir(join(root, group))) {
    const dir = join(root, group, name);
    const manifest = JSON.parse(await readFile(join(dir, "package.json"), "utf8")) as { private?: boolean };
    if (manifest.private === true) continue;
    const { messages, pkg } = await publint({ pkgDir: dir, strict: true, pack: false });
    for (const message of messages) console.error(`${group}/${name}: ${formatMessage(message, pkg) ?? message.code}`);
    problems += messages.length;
  }
}
console.log(problems === 0 ? "All packages are fit to be published." : `${problems} problems in packages.`);
process.exitCode = problems === 0 ? 0 : 1;
