import { sha256 } from "@precept/files";

/**
 * Whether a text is that of a starter policy file, byte for byte, as `precept init --policies` writes it. Its policies
 * are known to be valid with the default governance tables. Loads the compiled starters.
 */
export async function isStarterCopy(text: string): Promise<boolean> {
  const { compiledStarters } = await import("@precept/governance/compiled-starters");
  const digest = sha256(text);
  return Object.values(compiledStarters).some((starter) => starter.digest === digest && starter.diagnostics.length === 0);
}
