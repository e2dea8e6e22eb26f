import { printable } from "@precept/core";
import { diffLines } from "./diff-lines.ts";

interface DiffProps {
  readonly before: string;
  readonly after: string;
}

const marks = { same: " ", removed: "-", added: "+" } as const;

/** What changes between two texts. */
export function Diff({ before, after }: DiffProps) {
  return (
    <pre class="block diff" role="region" aria-label="Changes" tabIndex={0}>
      {diffLines(before, after).map(({ kind, text }, at) => (
        // The lines have no other identity than their positions.
        <span key={at} class={kind}>
          {`${marks[kind]} ${printable(text)}\n`}
        </span>
      ))}
    </pre>
  );
}
