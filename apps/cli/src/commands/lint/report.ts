import { hash } from "node:crypto";
import { diagnosticToFinding, type Diagnostic, type Finding } from "@precept/core";
import type { Findings } from "./collect.ts";

/** Adds fingerprints of code, file and line text, which survive changes elsewhere in the file. */
export function toFindings({ diagnostics, files }: Findings): readonly Finding[] {
  const lines = new Map(files.map(({ file, text }) => [file, text.split(/\r\n|\r|\n/)]));
  const seen = new Map<string, number>();
  return diagnostics.map((diagnostic): Finding => {
    const identity = identityOf(diagnostic, lines);
    const count = seen.get(identity) ?? 0;
    seen.set(identity, count + 1);
    return { ...diagnosticToFinding(diagnostic), fingerprint: hash("sha256", `${identity}\0${count}`).slice(0, 32) };
  });
}

function identityOf({ code, file = "", line, message }: Diagnostic, lines: ReadonlyMap<string, readonly string[]>): string {
  const text = line === undefined ? message : (lines.get(file)?.[line - 1] ?? message);
  return [code, file, text.trim()].join("\0");
}
