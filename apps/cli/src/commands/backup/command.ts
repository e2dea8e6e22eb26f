import { PreceptError } from "@precept/core";
import { listBackup, readBackup, type BackupText } from "@precept/transfer";
import type { Call, CommandResult } from "../../define.ts";
import { columns } from "../../terminal/layout.ts";
import { count, printable } from "../../terminal/text.ts";

const shownHashLength = 12;

export async function listTexts({ workspace }: Call): Promise<CommandResult> {
  const texts = listBackup(workspace.root);
  return {
    json: { texts: texts.map(({ path, kind, at, by, sha256 }) => ({ path, kind, at, by, sha256 })) },
    text: (style) => {
      const rows = texts.map((text) => [
        text.sha256.slice(0, shownHashLength),
        printable(text.path),
        style.dim(printable(describeCause(text))),
        style.dim(printable(text.at)),
      ]);
      return `${[...columns(rows, style), count(texts.length, "text")].join("\n")}\n`;
    },
  };
}

/** @throws PreceptError `BACKUP_TEXT_UNKNOWN` */
export async function showText({ workspace, args }: Call): Promise<CommandResult> {
  const [hash = ""] = args;
  const texts = listBackup(workspace.root).filter(({ sha256 }) => sha256.startsWith(hash.toLowerCase()));
  const hashes = [...new Set(texts.map(({ sha256 }) => sha256))];
  const [only] = hashes;
  const bytes = only === undefined || hashes.length > 1 ? undefined : readBackup(workspace.root, only);
  if (only === undefined || bytes === undefined) throw new PreceptError("BACKUP_TEXT_UNKNOWN", { hash, matches: hashes });
  const text = bytes.toString("utf8");
  return { json: { path: texts[0]?.path, sha256: only, text }, isVerbatim: true, text: () => text };
}

function describeCause({ kind, by }: BackupText): string {
  if (kind === "original") return `before the first ${by}`;
  return `before ${/^[aeiou]/.test(by) ? "an" : "a"} ${by}`;
}
