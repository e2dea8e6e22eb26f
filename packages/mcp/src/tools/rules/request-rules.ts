import { described, describeDrop, describeSkip, type Resolution, type Rule, findRequestedIn } from "@precept/core";
import { visibleLine } from "@precept/lint";
import * as z from "zod/mini";
import { argumentLimits, lineLimits } from "../../limits.ts";
import { describeUnknown } from "../../rules/rule-entry.ts";
import { answerWithRules, rulesAnswerSchema } from "../../rules/rules-answer.ts";
import { pageArguments, requestArguments, textsArgument, toolArguments } from "../argument-schemas.ts";
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
  output: rulesAnswerSchema,
  async answer(host, { names, paths = [], prompt, cursor, max_characters: maxCharacters }, call) {
    const request = { files: paths, include: names, ...(prompt !== undefined && { prompt }) };
    const resolution = await host.resolve(request, { countUse: cursor === undefined, signal: call.signal });
    const visible = await host.list();
    const found = names.map((name) => ({ name, rules: findRequestedIn(visible, name) }));
    const wanted = new Map(found.flatMap(({ rules }) => rules.map((rule) => [rule.id, rule] as const)));
    const unknown = found.filter(({ rules }) => rules.length === 0).map(({ name }) => name);
    const applied = resolution.applied.filter(({ rule }) => wanted.has(rule.id));
    return answerWithRules(host, resolution, {
      request: ["request_rules", names, paths, prompt ?? null],
      cursor,
      maxCharacters: maxCharacters ?? call.answerCharacters,
      applied,
      unknown,
      notices: [...unknown.map((name) => describeUnknown(visible, name)), ...describeMissing(resolution, [...wanted.values()])],
      visible,
    });
  },
});

/** Says why rules that were asked for are not in the answer. */
function describeMissing({ applied, skipped, dropped }: Resolution, wanted: readonly Rule[]): readonly string[] {
  const isApplied = new Set(applied.map(({ rule }) => rule.id));
  const reasons = new Map([
    ...skipped.map(({ rule, reason }) => [rule.id, describeSkip(reason)] as const),
    ...dropped.map(({ rule, limit }) => [rule.id, describeDrop(limit)] as const),
  ]);
  return wanted
    .filter(({ id }) => !isApplied.has(id))
    .map(
      ({ id, name }) =>
        `"${visibleLine(name, lineLimits.name)}" does not apply: ${visibleLine(reasons.get(id) ?? "it was changed just now", lineLimits.reason)}.`,
    );
}
