import { inputRequired, inputResponse, type InputRequiredResult } from "@modelcontextprotocol/server";
import { visibleLine } from "@precept/lint";
import type { ApprovalAnswer, ApprovalQuestion, AskHuman } from "@precept/governance";

/** How a client asks its user: by elicitation. */
export interface Asking {
  /** Who answers, for the audit log. */
  readonly by: string;
  /** The answers, by the keys of the questions. Undefined: the user was not asked yet. */
  readonly responses: Readonly<Record<string, unknown>> | undefined;
  /** What the first of the two calls has sent with its questions: the id of the tool use. */
  readonly state: string | undefined;
}

/** The maximum number of questions in one request. Later ones are asked when the call is made again. */
const maxQuestions = 5;

/** The maximum length of a line of a question, in characters. */
const maxLine = 500;

const choices = {
  deny: "Deny",
  approve_once: "Approve this call",
  approve_session: "Approve for the whole session",
} as const;

/** Asks the client to ask its user. */
export function requestAnswers(questions: readonly ApprovalQuestion[], state: string): InputRequiredResult {
  return inputRequired({
    requestState: state,
    inputRequests: Object.fromEntries(
      questions.slice(0, maxQuestions).map((question) => [
        question.key,
        inputRequired.elicit({
          message: describe(question),
          requestedSchema: {
            type: "object",
            properties: {
              decision: {
                type: "string",
                title: "Decision",
                oneOf: Object.entries(choices).map(([name, title]) => ({ const: name, title })),
              },
            },
            required: ["decision"],
          },
        }),
      ]),
    ),
  });
}

/** Reads the answers of the user. What is not clearly a yes is none; a closed dialog is no answer. */
export function answersIn({ by, responses }: Asking): AskHuman {
  return ({ key }): ApprovalAnswer | undefined => {
    const response = inputResponse(responses, key);
    if (response.kind !== "elicit" || response.action === "cancel") return undefined;
    const decision = response.action === "accept" ? response.content?.["decision"] : "deny";
    if (decision === "approve_once") return { approved: true, remember: "once", by };
    if (decision === "approve_session") return { approved: true, remember: "session", by };
    return { approved: false, remember: "once", by };
  };
}

/** The texts come from policies and agents: each is one line, without hidden characters. */
function describe({ policy, agent, tool, file, message, suggestion, excerpt }: ApprovalQuestion): string {
  const lines = [
    `${agent} asks to do what the policy ${policy} forbids: ${message}`,
    ...(tool === undefined ? [] : [`Tool: ${tool}`]),
    ...(file === undefined ? [] : [`File: ${file}`]),
    ...(excerpt === "" ? [] : [`Text: ${excerpt}`]),
    ...(suggestion === undefined ? [] : [suggestion]),
  ];
  return lines.map((line) => visibleLine(line, maxLine)).join("\n");
}
