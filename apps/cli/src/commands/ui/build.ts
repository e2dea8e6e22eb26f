import { resolve } from "node:path";
import { formatNumber, PreceptError } from "@precept/core";
import { openRoot, putFile, readFileIn, shownPath } from "@precept/files";
import { planConsoleSnapshot } from "@precept/server/console";
import type { Call, CommandResult } from "../../define.ts";
import { canAsk } from "../../terminal/terminal.ts";
import { count, printable } from "../../terminal/text.ts";

interface BuildOptions {
  readonly yes?: boolean;
  readonly force?: boolean;
}

const fileName = "index.html";

/** Writes a page that shows the project without a server. @throws PreceptError `SNAPSHOT_HAS_SECRETS`, `TERMINAL_REQUIRED`, `CONSOLE_MISSING`, `SNAPSHOT_FILE_TAKEN` */
export async function buildSnapshot({ workspace, args, options, terminal }: Call<BuildOptions>): Promise<CommandResult> {
  const plan = await planConsoleSnapshot(workspace);
  const { snapshot, personal, secrets } = plan;
  if (secrets.length > 0) throw new PreceptError("SNAPSHOT_HAS_SECRETS", { secrets });
  const contents = [
    `the texts of ${count(snapshot.rules.length, "rule")} of the project, with the files that they include`,
    `the names of ${count(snapshot.files.files.length, "file")}`,
    ...(personal === 0 ? [] : [`none of ${count(personal, "rule")} that ${personal === 1 ? "is" : "are"} only for you`]),
  ];
  const summary = `The snapshot contains ${contents.join("; ")}.`;
  const dir = resolve(terminal.cwd, args[0] ?? "");
  const path = resolve(dir, fileName);
  if (options.force !== true && (await isForeign(dir)))
    throw new PreceptError("SNAPSHOT_FILE_TAKEN", { path: shownPath(terminal.cwd, path) });
  if (options.yes !== true) {
    if (!canAsk(terminal)) {
      throw new PreceptError("TERMINAL_REQUIRED", {
        action: "Writing a snapshot",
        instead: `${summary} Pass --yes to write it.`,
      });
    }
    terminal.err(`${printable(summary)}\n`);
    if (!(await terminal.ask(`Write ${printable(path)}?`, false)))
      return { json: { written: null }, text: () => "Nothing was written.\n" };
  }
  const page = await plan.render();
  await putFile(openRoot(dir), fileName, page);
  const shown = shownPath(terminal.cwd, path);
  const size = Buffer.byteLength(page);
  return {
    json: {
      written: path,
      rules: snapshot.rules.length,
      files: snapshot.files.files.length,
      personal_rules: personal,
      bytes: size,
    },
    text: () => `${printable(summary)}\nWritten: ${printable(shown)} (${formatNumber(Math.ceil(size / 1000))} kB)\n`,
  };
}

/** The element with the data of a snapshot. */
const snapshotMark = '<script id="snapshot" type="application/json">';

/** A larger file counts as one of the user. In bytes. */
const maxBytes = 256 * 1024 * 1024;

/** Whether the directory has an index.html that is no snapshot. */
async function isForeign(dir: string): Promise<boolean> {
  const content = await readFileIn(openRoot(dir), fileName, { maxBytes });
  if (content.kind === "missing") return false;
  return content.kind !== "bytes" || !content.bytes.includes(snapshotMark);
}
