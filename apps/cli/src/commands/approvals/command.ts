import { userInfo } from "node:os";
import { PreceptError } from "@precept/core";
import type { Approval } from "@precept/enforcement";
import { approvalMemories, toWireApprovalQuestion, type ApprovalMemory, type WireApprovalQuestion } from "@precept/governance";
import type { Call, CommandResult } from "../../define.ts";
import { asLines, printable, type Style } from "../../terminal/text.ts";
import { viewTable } from "../../terminal/layout.ts";
import { canAsk } from "../../terminal/terminal.ts";

interface AnswerOptions {
  readonly remember?: string;
  readonly reason?: string;
  readonly as?: string;
}

export async function listApprovals({ workspace, options }: Call<{ readonly session?: string }>): Promise<CommandResult> {
  const all = await workspace.policies.approvals.list(options.session);
  return {
    json: { approvals: all.map(toWire) },
    text: (style) => (all.length === 0 ? "No open questions.\n" : viewApprovals(all, style)),
  };
}

/** @throws PreceptError `APPROVAL_NEEDS_HUMAN` */
export async function approveQuestion(call: Call<AnswerOptions>): Promise<CommandResult> {
  const { workspace, terminal, args } = call;
  const answer = answerOf(call);
  const agent = agentIn(terminal.env);
  if (agent !== undefined) throw new PreceptError("APPROVAL_NEEDS_HUMAN", { reason: `${agent} has started this terminal` });
  if (!canAsk(terminal)) throw new PreceptError("APPROVAL_NEEDS_HUMAN", { reason: "there is no terminal to ask you" });
  const [key = ""] = args;
  const found = (await workspace.policies.approvals.list()).find(({ question }) => question.key.startsWith(key));
  if (found !== undefined) {
    const { policy, message, excerpt, agent: asking } = found.question;
    terminal.err(`${printable(policy)}: ${printable(message)}\n  ${printable(excerpt)}\n`);
    if (!(await terminal.ask(`Let ${printable(asking)} do this?`, false)))
      return { json: { approved: false }, isConfirmation: true, text: () => "Nothing was answered.\n" };
  }
  return resultOf(await workspace.policies.approvals.approve(key, answer));
}

export async function denyQuestion(call: Call<AnswerOptions>): Promise<CommandResult> {
  return resultOf(await call.workspace.policies.approvals.deny(call.args[0] ?? "", answerOf(call)));
}

function answerOf({ options }: Call<AnswerOptions>): { by: string; remember: ApprovalMemory; reason?: string } {
  const { remember = "once", reason, as = userInfo().username } = options;
  const memory = approvalMemories.find((one) => one === remember);
  if (memory === undefined) {
    throw new PreceptError("OPTION_VALUE_INVALID", { option: "--remember", value: remember, expected: "once or session" });
  }
  return { by: as, remember: memory, ...(reason !== undefined && { reason }) };
}

function resultOf(approval: Approval): CommandResult {
  const { question, answer } = approval;
  return {
    json: toWire(approval),
    isConfirmation: true,
    text: (style) => {
      const what = answer?.approved === true ? style.green("approved") : style.red("denied");
      const duration = answer?.remember === "session" ? "for the session" : "for one call";
      return `${what}  ${printable(question.policy)}  ${duration}\n`;
    },
  };
}

function toWire({ question, askedAt, expiresAt, answer }: Approval): WireApprovalQuestion & Readonly<Record<string, unknown>> {
  return { ...toWireApprovalQuestion(question), asked_at: askedAt, expires_at: expiresAt, answer: answer ?? null };
}

function viewApprovals(all: readonly Approval[], style: Style): string {
  const rows = all.map(({ question, askedAt, answer }) => [
    question.key,
    printable(question.policy),
    printable(question.session),
    printable(question.agent),
    printable(askedAt),
    answer === undefined ? style.yellow("open") : `${answer.approved ? "approved" : "denied"} by ${printable(answer.by)}`,
    printable(question.excerpt.slice(0, 60)),
  ]);
  return asLines(viewTable(["key", "policy", "session", "agent", "asked", "answer", "text"], rows, style));
}

/**
 * Variables that coding agents set for the commands that they run. This only catches an agent that does not hide: it
 * can clear its environment. See docs/decisions/0042. Claude Code and Gemini CLI document their variables; the others
 * were read elsewhere and are unverified.
 */
const agentVariables = {
  CLAUDECODE: "Claude Code",
  GEMINI_CLI: "Gemini CLI",
  CURSOR_AGENT: "Cursor",
  CODEX_SANDBOX: "Codex",
  OPENCODE: "OpenCode",
} as const;

/** Returns the name of the coding agent that has started this process, if its environment says so. */
function agentIn(env: Readonly<Record<string, string | undefined>>): string | undefined {
  return Object.entries(agentVariables).find(([name]) => (env[name] ?? "") !== "")?.[1];
}
