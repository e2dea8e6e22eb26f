import { homedir } from "node:os";
import { resolve } from "node:path";
import {
  createCheck,
  findTranscripts,
  readTranscript,
  transcriptsAt,
  type TranscriptAgent,
  type TranscriptFiles,
  type TranscriptProblems,
} from "@precept/agent-hooks";
import { formatNumber, PreceptError } from "@precept/core";
import { importSession, maxSessions, summarize, type ImportedSession, type SessionSummary } from "@precept/evidence";
import { kindAt } from "@precept/files";
import { loadRuleChecks } from "@precept/workspace";
import type { Call, CommandResult } from "../../define.ts";
import { viewShortTable } from "../../terminal/layout.ts";
import { asLines, count, printable, type Style } from "../../terminal/text.ts";
import { viewTime } from "./view-timeline.ts";

interface ImportOptions {
  readonly agent?: TranscriptAgent;
}

/** The result of importing a transcript. */
interface Imported {
  readonly path: string;
  readonly summary: SessionSummary;
  readonly breaches: number;
  readonly outcome: ImportedSession["outcome"];
  readonly problems: TranscriptProblems;
}

/** Adds sessions from the agents' own transcripts. */
export async function importSessions(call: Call<ImportOptions>): Promise<CommandResult> {
  const { workspace, progress } = call;
  const found = await findFiles(call);
  // The newest ones: more are not stored.
  const chosen = found.slice(-maxSessions);
  const rules = await workspace.list();
  const { policies } = await loadRuleChecks(workspace, rules);
  const options = { root: workspace.root, rules, check: await createCheck(workspace.policies, rules, policies) };
  const seen = new Map<string, string>();
  const imported: Imported[] = [];
  const empty: string[] = [];
  for (const [at, files] of chosen.entries()) {
    progress({ step: "Reading transcripts", done: at, total: chosen.length });
    const { session, records, problems } = await readTranscript(files, options, seen);
    const [path = ""] = files.paths;
    if (session === undefined || records.length === 0) {
      empty.push(path);
      continue;
    }
    const { outcome, left } = await importSession(workspace.root, session, records);
    imported.push({
      path,
      summary: summarize({ session, records, unreadable: 0, isCut: false }),
      breaches: records.filter(({ kind }) => kind === "decision").length,
      outcome,
      problems: { ...problems, left: problems.left + left },
    });
  }
  const skipped = found.length - chosen.length;
  return {
    json: {
      sessions: imported.map(({ path, summary, breaches, outcome, problems }) => ({
        path,
        session: summary.session,
        parent: summary.parent,
        agent: summary.agents[0] ?? null,
        outcome,
        prompts: summary.prompts,
        changed_files: summary.changedFiles,
        commands: summary.commands,
        violations: breaches,
        problems: toWireProblems(problems),
      })),
      empty,
      older_transcripts: skipped,
    },
    text: (style) => viewImported(imported, style),
    notice: (style) =>
      asLines([
        ...empty.map((path) => `${style.yellow("warning")}  ${printable(path)} has no session that can be read`),
        ...(skipped === 0
          ? []
          : [style.dim(`${count(skipped, "older transcript")} left out: ${maxSessions} sessions are stored.`)]),
      ]),
  };
}

async function findFiles({
  workspace,
  options: { agent },
  args,
  terminal,
}: Call<ImportOptions>): Promise<readonly TranscriptFiles[]> {
  const [given] = args;
  if (given === undefined) {
    const { env } = terminal;
    return findTranscripts(workspace.root, { env, home: env["HOME"] ?? env["USERPROFILE"] ?? homedir() }, agent);
  }
  const path = resolve(terminal.cwd, given);
  if (kindAt(path) === undefined) throw new PreceptError("PATH_NOT_FOUND", { path, expected: "file or directory" });
  return transcriptsAt(path, agent);
}

function viewImported(imported: readonly Imported[], style: Style): string {
  if (imported.length === 0) {
    return "No transcripts of this project. Pass a file or a directory: Claude Code has them in ~/.claude/projects, Codex in ~/.codex/sessions.\n";
  }
  const rows = imported.map(({ summary, breaches, outcome }) => [
    viewTime(summary.last, "minutes"),
    printable(summary.session),
    summary.agents.map(printable).join(", "),
    String(summary.prompts),
    String(summary.changedFiles),
    String(summary.commands),
    breaches === 0 ? "0" : style.yellow(String(breaches)),
    outcome,
  ]);
  const headings = ["last", "session", "agent", "prompts", "files", "commands", "violations", "result"];
  const problems = imported.flatMap(({ summary, problems: of }) => {
    const listed = viewProblems(of);
    return listed === "" ? [] : [`${style.yellow("not read")}  ${printable(summary.session)}: ${listed}`];
  });
  return asLines([...viewShortTable(headings, rows, [{ columns: ["session"], min: 9, where: "end" }], style), ...problems]);
}

/** Says what was not read of a transcript. Empty if everything was. */
function viewProblems({ damaged, tooLong, unknown, orphans, left }: TranscriptProblems): string {
  const kinds = Object.entries(unknown).toSorted(([, one], [, other]) => other - one);
  const skipped = kinds.reduce((sum, [, number]) => sum + number, 0);
  const named = kinds.slice(0, maxKinds).map(([kind, number]) => `${printable(kind)} ${formatNumber(number)}`);
  const rest = kinds.length - named.length;
  return [
    ...(damaged === 0 ? [] : [count(damaged, "damaged line")]),
    ...(tooLong === 0 ? [] : [count(tooLong, "line that is too long", "lines that are too long")]),
    ...(skipped === 0
      ? []
      : [
          `${count(skipped, "entry of an unknown kind", "entries of unknown kinds")} (${named.join(", ")}${rest > 0 ? `, and ${rest} more` : ""})`,
        ]),
    ...(orphans === 0 ? [] : [count(orphans, "result without its call", "results without their calls")]),
    ...(left === 0 ? [] : [count(left, "record for which there is no room", "records for which there is no room")]),
  ].join("; ");
}

const maxKinds = 4;

function toWireProblems({ tooLong, orphans, left, ...problems }: TranscriptProblems) {
  return { ...problems, too_long: tooLong, results_without_calls: orphans, left_out: left };
}
