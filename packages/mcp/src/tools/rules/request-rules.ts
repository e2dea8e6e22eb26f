import { described } from "@precept/core";
import * as z from "zod/mini";
import { argumentLimits } from "../../limits.ts";
import { findRequested } from "../../rules/find-requested.ts";
import { answerWithRules, rulesAnswerSchema } from "../../rules/rules-answer.ts";
import { pageArguments, requestAliases, requestArguments, textsArgument, toolArguments } from "../argument-schemas.ts";
import { defineTool, readOnly } from "../tool.ts";

/** The tool with which an agent asks for rules that do not apply by themselves, in a second pass. */
export const requestRules = defineTool({
  name: "request_rules",
  title: "Request rules",
  description:
    "Returns rules that you ask for by name: rules that are offered to agents by their descriptions, and rules that only apply when someone names " +
    "them. `rules_for_files` and the instructions of this server list them as `requestable`. Follow the rules in `prompt` in addition to those that you " +
    "already have. The answer says which names no rule has, with similar names, and which rules do not apply and why. A long answer comes in pages: if " +
    "`next_cursor` is not null, call again with it as `cursor`.",
  annotations: readOnly,
  part: ({ rules }) => rules,
  input: () =>
    toolArguments({
      names: described(
        "The rules: names, ids, paths, or globs of names and paths, such as `api-*`.",
        textsArgument(argumentLimits.names, argumentLimits.name).check(z.minLength(1, { error: "must have at least one name" })),
      ),
      ...requestArguments,
      ...pageArguments,
    }),
  aliases: requestAliases,
  output: rulesAnswerSchema,
  async answer(host, { names, files = [], prompt, cursor, max_characters: maxCharacters }, call) {
    const request = { files, include: names, ...(prompt !== undefined && { prompt }) };
    const resolution = await host.resolve(request, { countUse: cursor === undefined, signal: call.signal });
    const visible = await host.list();
    const { ids, unknown, notices } = findRequested(resolution, visible, names, call);
    const applied = resolution.applied.filter(({ rule }) => ids.has(rule.id));
    return answerWithRules(host, resolution, {
      request: ["request_rules", names, files, prompt ?? null],
      cursor,
      maxCharacters: maxCharacters ?? call.answerCharacters,
      applied,
      unknown,
      notices,
      visible,
    });
  },
});
