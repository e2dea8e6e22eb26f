import { printable } from "@precept/core";
import { diffLines } from "diff";

interface DiffProps {
  readonly before: string;
  readonly after: string;
}

/** What changes between two texts. */
export function Diff({ before, after }: DiffProps) {
  return (
    <pre class="block diff" role="region" aria-label="Changes" tabIndex={0}>
      {diffLines(before, after).map(({ added, removed, value }, at) => {
        const [kind, mark] = added ? ["added", "+"] : removed ? ["removed", "-"] : ["same", " "];
        const lines = value.replace(/\n$/, "").split("\n");
        return (
          // The parts have no other identity than their positions.
          <span key={at} class={kind}>
            {lines.map((line) => `${mark} ${printable(line)}\n`).join("")}
          </span>
        );
      })}
    </pre>
  );
}
