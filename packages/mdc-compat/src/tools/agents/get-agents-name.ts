/** The rules of all variants of `AGENTS.md` have one name. Some tools also read files such as `CLAUDE.md` this way, which are named after themselves. */
export function getAgentsName(path: string): string | undefined {
  return /(?:^|\/)AGENTS?(?:\.[a-z]+)?\.md$/.test(path) ? "AGENTS" : undefined;
}
