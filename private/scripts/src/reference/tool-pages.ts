import { hostsOf } from "@precept/mdc-compat/tools";
import { dialectDiagnostics, dialects, findSkillHost, type Dialect } from "@precept/mdc-compat";
import { agentSection } from "./agent-section.ts";
import { describeFormat, listFormats } from "./describe-formats.ts";
import { page } from "./markdown.ts";
import { skillTable } from "./skill-hosts.ts";
import { describeReads } from "./tool-reads.ts";

/** A page for each tool, by path: everything that its folder in `packages/mdc-compat/src/tools` says. */
export function toolPages(): Readonly<Record<string, () => string>> {
  return Object.fromEntries(dialects.map((dialect) => [`docs/reference/tools/${dialect.id}.md`, () => toolPage(dialect)]));
}

function toolPage(dialect: Dialect): string {
  const { id, title, aliases, output } = dialect;
  const names = [id, ...aliases].map((name) => `\`${name}\``).join(", ");
  const target = output.kind === "files" ? `one file per rule to \`${output.dir}\`` : `all rules to one file, \`${output.file}\``;
  const nested = output.nested ? ", and rules of a subdirectory to that subdirectory" : "";
  const skills = findSkillHost(id);
  const codes = Object.keys(dialectDiagnostics).filter((code) => code.startsWith(`${id}/`));
  const hosts = hostsOf(id);
  return page(
    title,
    "[All tools](../dialects.md), [all agents with hooks](../agent-hooks.md).",
    `Names: ${names}. An export writes ${target}${nested}.`,
    "## What it reads",
    ...describeReads(dialect),
    "## Its files",
    ...listFormats(dialect).map(describeFormat),
    ...(codes.length === 0 ? [] : [`[What Precept reports about these files](../diagnostics/${id}.md).`]),
    ...(skills === undefined ? [] : ["## Skills", "See [skills](../dialects.md#skills).", skillTable([skills])]),
    ...hosts.map(agentSection),
    ...(hosts.length === 0 ? [] : ["Facts marked *unverified* are reports by others, or not documented."]),
  );
}
