import { argumentLimits } from "../../limits.ts";
import { findRequested } from "../../rules/find-requested.ts";
import { answerWithRules, rulesAnswerSchema } from "../../rules/rules-answer.ts";
import {
  pageArguments,
  requestAliases,
  requestArguments,
  textsArgument,
  toolArguments,
  optionalArgument,
} from "../argument-schemas.ts";
import { defineTool, readOnly } from "../tool.ts";

export const rulesForFiles = defineTool({
  name: "rules_for_files",
  title: "Rules for files",
  description:
    "Returns the rules of this project that apply to files and to a prompt, and why. Call it before you read or change files, and again when you turn " +
    "to other files, and follow the rules in `prompt`. Files, prompt and names add up: each can make more rules apply, none takes rules away. Without " +
    "arguments, it returns the rules that always apply. A long answer comes in pages: if `next_cursor` is not null, call again with it as `cursor`.",
  compact: {
    description:
      "Returns the project's rules for files and a prompt. Call it before you read or change files, and again for other files, and follow the rules in " +
      "`prompt` of the answer. It also lists rules that only apply if you ask for them: call it with their `names` if they fit your task.",
    arguments: {
      files: "The files, relative to the project.",
      prompt: "What the user asked for.",
      names: "Rules to ask for: names or globs.",
      cursor: "The `next_cursor` of an answer, for its next page.",
    },
  },
  annotations: readOnly,
  part: ({ rules }) => rules,
  input: () =>
    toolArguments({
      ...requestArguments,
      names: optionalArgument(
        "Rules to include although they do not apply by themselves: names, or globs of names and paths.",
        textsArgument(argumentLimits.names, argumentLimits.name),
      ),
      ...pageArguments,
    }),
  aliases: requestAliases,
  output: rulesAnswerSchema,
  async answer(host, { files = [], prompt, names = [], cursor, max_characters: maxCharacters }, call) {
    const request = { files, include: names, ...(prompt !== undefined && { prompt }) };
    const resolution = await host.resolve(request, { countUse: cursor === undefined, signal: call.signal });
    const visible = await host.list();
    const { unknown, notices } = findRequested(resolution, visible, names, call);
    return answerWithRules(host, resolution, {
      request: ["rules_for_files", files, prompt ?? null, names],
      cursor,
      maxCharacters: maxCharacters ?? call.answerCharacters,
      applied: resolution.applied,
      unknown,
      notices,
      visible,
    });
  },
});
