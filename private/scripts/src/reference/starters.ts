import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";

const dir = join(import.meta.dirname, "../../../../packages/governance/policies");

/** Returns the starter policies as a module, since the bundled CLI has no YAML files next to it. */
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
    "/** The texts of the starter policies, by file name without extension. */",
    "export const starterPolicies: Readonly<Record<string, string>> = {",
    ...entries,
    "};",
    "",
  ].join("\n");
}
