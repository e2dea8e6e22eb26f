import { doors } from "../../../e2e/src/hostile/doors.ts";
import { page, table } from "./markdown.ts";

const links = { inside: "followed inside the project", refused: "refused" } as const;

export function securityReference(): string {
  const rows = doors.map(({ door, by, reads, writes, runs, links: link }) => [
    door.includes("`") || door.includes(" ") ? door : `\`${door}\``,
    by === "clone" ? "the project" : "the user",
    reads,
    writes,
    runs,
    link === undefined ? "" : links[link],
  ]);
  return page(
    "Doors",
    "Everything by which Precept reaches the disk, programs or the network: who controls it, and how far it goes. " +
      "[Security](../security.md) says why. The table is tried row by row, in clones of hostile repositories.",
    table(["door", "controlled by", "reads", "writes", "runs", "a link there"], rows),
    "Settings of a project that name a path outside of it, or run something, are used only in a project that the user trusts; " +
      "the diagnostic `config/not-trusted` names each that is not.",
  );
}
