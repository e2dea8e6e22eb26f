import { hash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import {
  compilePolicies,
  createPolicySet,
  defaultTables,
  parsePolicies,
  patternsOf,
  type CompiledStarter,
} from "@precept/governance";
import { createBoundedRunner, createRegexSafetyChecker, describeRegexRisk } from "@precept/enforcement/runner";

const dir = join(import.meta.dirname, "../../../../packages/governance/policies");

const notice = "// Made from the files in `policies` by `pnpm generate`.";

/** Returns the starter policies as a module, since the bundled CLI has no YAML files next to it. */
export function starterModule(): string {
  return [
    notice,
    "",
    "/** The texts of the starter policies, by file name without extension. */",
    "export const starterPolicies: Readonly<Record<string, string>> = {",
    ...readStarters().map(({ key, text }) => `  ${key}: ${JSON.stringify(text)},`),
    "};",
    "",
  ].join("\n");
}

/** Returns the parsed and validated starter policies as a module: parsing YAML takes longer than checking a tool call. */
export async function compiledStarterModule(): Promise<string> {
  const entries: string[] = [];
  for (const { name, key, text } of readStarters()) {
    const { compiled, diagnostics } = await compileStarter(name, text);
    entries.push(
      `  ${key}: {`,
      `    digest: "${hash("sha256", text)}",`,
      `    diagnostics: ${JSON.stringify(diagnostics)},`,
      `    compiled: ${quote(compiled)},`,
      "  },",
    );
  }
  return [
    notice,
    "",
    'import type { CompiledStarter } from "./compiled/load-compiled-policies.ts";',
    "",
    "/** The compiled starter policies, by file name without extension. */",
    "export const compiledStarters: Readonly<Record<string, CompiledStarter>> = {",
    ...entries,
    "};",
    "",
  ].join("\n");
}

interface Starter {
  readonly name: string;
  /** The name as a key of an object in TypeScript. */
  readonly key: string;
  readonly text: string;
}

function readStarters(): readonly Starter[] {
  return readdirSync(dir)
    .toSorted()
    .map((file) => {
      const name = basename(file, ".yaml");
      const key = /^[a-z]+$/.test(name) ? name : JSON.stringify(name);
      return { name, key, text: readFileSync(join(dir, file), "utf8") };
    });
}

/** Parses and validates starter policies as the policy engine does. @throws Error if they have an error. */
async function compileStarter(
  name: string,
  text: string,
): Promise<Pick<CompiledStarter, "diagnostics"> & { readonly compiled: string }> {
  const { policies, diagnostics } = parsePolicies(text, `starter:${name}`);
  await using checker = createRegexSafetyChecker();
  const patterns = policies.flatMap(({ policy }) => patternsOf(policy));
  const risks = await checker.check(patterns);
  const unchecked = patterns.filter((_, at) => risks[at]?.kind === "unknown");
  if (unchecked.length > 0) throw new Error(`The patterns of ${unchecked.map(({ id }) => id).join(", ")} could not be checked.`);
  const validated = createPolicySet(policies, {
    runner: createBoundedRunner(),
    tables: defaultTables,
    findRegexRisk: (pattern) => describeRegexRisk(risks[patterns.findIndex(isSameAs(pattern))] ?? { kind: "none" }),
  });
  const errors = [...diagnostics, ...validated.diagnostics].filter(({ severity }) => severity === "error");
  const compiled = compilePolicies({ policies, diagnostics });
  if (errors.length > 0 || compiled === undefined) {
    throw new Error(`The starter policies ${name} have errors: ${errors.map(({ message }) => message).join(" ")}`);
  }
  return { compiled, diagnostics: validated.diagnostics };
}

/** Writes JSON as a literal in single quotes, since it contains many double ones, and in ASCII, which is read faster. */
function quote(json: string): string {
  // oxlint-disable-next-line no-control-regex -- matches what is not ASCII
  const ascii = json.replace(/[^\x00-\x7F]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
  return `'${ascii.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}

function isSameAs({ source, flags }: { readonly source: string; readonly flags: string }) {
  return (other: { readonly source: string; readonly flags: string }): boolean =>
    other.source === source && other.flags === flags;
}
