import { argumentLimits } from "../../limits.ts";
import { describeUnknown } from "../../rules/rule-entry.ts";
import { answerWithRules, rulesAnswerSchema } from "../../rules/rules-answer.ts";
import { pageArguments, requestArguments, textsArgument, toolArguments, optionalArgument } from "../argument-schemas.ts";
import { defineTool, readOnly } from "../tool.ts";

export const rulesForFiles = defineTool({
  name: "rules_for_files",
  title: "Rules for files",
  description:
    "Returns the rules of this project that apply to files and to a prompt, and why. Call it before you read or change files, and again when you turn " +
    "to other files, and follow the rules in `prompt`. Paths, prompt and names add up: each can make more rules apply, none takes rules away. Without " +
    "arguments, it returns the rules that always apply. A long answer comes in pages: if `next_cursor` is not null, call again with it as `cursor`.",
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
  output: rulesAnswerSchema,
  async answer(host, { paths = [], prompt, names = [], cursor, max_characters: maxCharacters }, call) {
    const request = { files: paths, include: names, ...(prompt !== undefined && { prompt }) };
    const resolution = await host.resolve(request, { countUse: cursor === undefined, signal: call.signal });
    const visible = await host.list();
    const { unknown } = resolution.request;
    return answerWithRules(host, resolution, {
      request: ["rules_for_files", paths, prompt ?? null, names],
      cursor,
      maxCharacters: maxCharacters ?? call.answerCharacters,
      applied: resolution.applied,
      unknown,
      notices: unknown.map((name) => describeUnknown(visible, name)),
      visible,
    });
  },
});
