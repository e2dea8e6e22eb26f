import { entryPoints } from "../../../e2e/src/hostile/attack-surface.ts";
import { page, table } from "./markdown.ts";

const links = { inside: "followed inside the project", refused: "refused" } as const;

export function attackSurfaceReference(): string {
  const rows = entryPoints.map(({ name, by, reads, writes, runs, links: link }) => [
    name.includes("`") || name.includes(" ") ? name : `\`${name}\``,
    by === "clone" ? "the project" : "the user",
    reads,
    writes,
    runs,
    link === undefined ? "" : links[link],
  ]);
  return page(
    "Attack surface",
    "Every entry point through which a project or a user controls what Precept reads, writes or runs. [Security](../security.md) explains the " +
      "trust model. End-to-end tests check each row in clones of hostile repositories.",
    table(["entry point", "controlled by", "reads", "writes", "runs", "links"], rows),
    "Settings of a project that name a path outside the project or run a program are used only in projects that the user trusts. " +
      "The diagnostic `config/not-trusted` reports each setting that is ignored for this reason.",
  );
}
