import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";

const dir = join(import.meta.dirname, "../../../../packages/governance/policies");

/** The starter policies as a module: programs that are one file can't look for others beside them. */
export function starterModule(): string {
  const entries = readdirSync(dir)
    .toSorted()
    .map((file) => {
      const name = basename(file, ".yaml");
      const key = /^[a-z]+$/.test(name) ? name : JSON.stringify(name);
      return `  ${key}: ${JSON.stringify(readFileSync(join(dir, file), "utf8"))},`;
    });
  return [
    "// Made from the files in `policies` by `pnpm generate`.",
    "",
    "/** The texts of the starter policies, by the names of their files. */",
    "export const starterPolicies: Readonly<Record<string, string>> = {",
    ...entries,
    "};",
    "",
  ].join("\n");
}
