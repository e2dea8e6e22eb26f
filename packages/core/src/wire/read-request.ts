import { isRecord } from "../model/json.ts";
import type { ConversationMessage, ResolveRequest } from "../model/request.ts";
import { givenFields, readFields, type WireField } from "./read-fields.ts";
import { describeValue, readJson, readJsonObject, readText, readTexts, readTime, type Reader, type Reading } from "./reading.ts";
import { readRequestFields } from "./read-request-fields.ts";

/** Reads a list of objects. The problem names the item and all invalid fields in it. */
function listReader<Item>(
  readItem: (item: Readonly<Record<string, unknown>>, problems: string[]) => Item,
): Reader<readonly Item[]> {
  return (value) => {
    if (!Array.isArray(value)) return { problem: `must be a list of objects, not ${describeValue(value)}` };
    const items: Item[] = [];
    for (let at = 0; at < value.length; at += 1) {
      const item: unknown = value[at];
      const problems: string[] = [];
      if (isRecord(item)) items.push(readItem(item, problems));
      else problems.push(`must be an object, not ${describeValue(item)}`);
      // The first invalid item is enough: there can be any number.
      if (problems.length > 0) return { problem: `item ${at}: ${problems.join(", ")}` };
    }
    return { value: items };
  };
}

/** Reads the content of a message: a text, or a list of parts with a `text`. Ignores other parts, such as images. */
function readContent(value: unknown): Reading<string> {
  if (!Array.isArray(value)) return readText(value);
  const parts = value.filter(isRecord);
  if (parts.length < value.length) return { problem: "must be a text or a list of parts" };
  return { value: parts.flatMap(({ text }) => (typeof text === "string" ? [text] : [])).join("\n") };
}

const callFields = { arguments: { names: ["arguments"], read: readJson } } satisfies Record<string, WireField>;

const messageFields: { readonly [Field in keyof ConversationMessage]-?: WireField } = {
  content: { names: ["content"], read: readContent },
  toolCalls: {
    names: ["tool_calls"],
    read: listReader((call, problems) => {
      const { function: called } = call;
      const given = givenFields(isRecord(called) ? called : call);
      if (!given.has("arguments")) problems.push("arguments: is missing");
      return readFields(given, callFields, problems);
    }),
  },
};

const requestFields: { readonly [Field in keyof ResolveRequest]-?: WireField } = {
  prompt: { names: ["prompt", "user_query"], read: readText },
  messages: {
    names: ["messages"],
    read: listReader((message, problems) => readFields(givenFields(message), messageFields, problems)),
  },
  files: { names: ["files", "current_files"], read: readTexts },
  include: { names: ["include", "manual_rules"], read: readTexts },
  tool: { names: ["tool", "tool_id"], read: readText },
  user: { names: ["user_id"], read: readText },
  project: { names: ["project_id"], read: readText },
  session: { names: ["session_id"], read: readText },
  assistant: { names: ["assistant_id"], read: readText },
  contexts: { names: ["contexts", "scope"], read: readTexts },
  variables: { names: ["variables", "context_vars", "extra_vars"], read: readJsonObject },
  id: { names: ["id", "request_id"], read: readText },
  timestamp: { names: ["timestamp"], read: readTime },
};

/**
 * Reads a request from JSON: `prompt`, `messages` (with `content` and `tool_calls`), `files`, `include`, `tool`,
 * `user_id`, `project_id`, `session_id`, `assistant_id`, `contexts`, `variables`, `id` and `timestamp`. Older names:
 * `user_query`, `current_files`, `manual_rules`, `tool_id`, `scope`, `context_vars`, `extra_vars` and `request_id`.
 * Null means that the field is missing, and so does an empty session or assistant; an empty project or user is a
 * project or user that was not found, and is rejected. Other fields of messages, such as `role`, are ignored. The
 * content of a message can be a list of parts, of which texts count, and the arguments of a tool call can be in its
 * `function`.
 *
 * @throws PreceptError `REQUEST_INVALID`, with every invalid or unknown field. A request with unknown fields would be
 * answered as if it were another.
 */
export function fromWireRequest(value: unknown): ResolveRequest {
  return readRequestFields(value, {
    fields: requestFields,
    emptyIsMissing: ["session_id", "assistant_id"],
    unknownHint: "pass them as `variables`",
    check: checkAssistant,
  });
}

function checkAssistant({ assistant, variables }: ResolveRequest): readonly string[] {
  const assigned = variables?.["assistant_id"];
  if (assistant === undefined || assigned === undefined || assigned === assistant) return [];
  return [
    `variables: \`assistant_id\` is ${describeValue(assigned)}, but the request's is ${describeValue(assistant)}; send one of them`,
  ];
}
