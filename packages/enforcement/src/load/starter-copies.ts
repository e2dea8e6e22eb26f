import { sha256 } from "@precept/files";

/**
 * Whether a text equals a starter policy file, as `precept init --policies` writes it. Such policies are valid with the
 * default governance tables. Loads the compiled starters.
 */
export async function isStarterCopy(text: string): Promise<boolean> {
  const { compiledStarters } = await import("@precept/governance/compiled-starters");
  const digest = sha256(text);
  return Object.values(compiledStarters).some((starter) => starter.digest === digest && starter.diagnostics.length === 0);
}
