import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { toolTables } from "./reference/tool-tables.ts";

// Writes the generated files. With --check, fails if one of them is out of date.

type Files = Readonly<Record<string, () => string | Promise<string>>>;

const root = join(import.meta.dirname, "../../..");
const check = process.argv.includes("--check");
const outdated: string[] = [];

async function update(files: Files): Promise<void> {
  for (const [path, make] of Object.entries(files)) {
    const text = await make();
    if (text === (await readFile(join(root, path), "utf8").catch(() => ""))) continue;
    outdated.push(path);
    if (check) continue;
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
}

// The other generators import the tables of tools.
const tables = toolTables();
await update(tables);
const { generatedFiles } = await import("./reference/generated-files.ts");
await update(generatedFiles);

const count = Object.keys({ ...tables, ...generatedFiles }).length;
if (outdated.length === 0) console.log(`All ${count} generated files are up to date.`);
else if (!check) console.log(`Written: ${outdated.join(", ")}.`);
else {
  console.error(`Out of date: ${outdated.join(", ")}. Run \`pnpm generate\` and commit the result.`);
  process.exitCode = 1;
}
