import { printNativeRule, type Rule } from "@precept/core";
import { visibleLine } from "@precept/lint";
import type { RuleHost } from "../host/rule-host.ts";
import { lineLimits, maxResourceCharacters } from "../limits.ts";
import { rankCompletions } from "../prompts/rank-completions.ts";
import { referenceOfUri, ruleUriTemplate, urisOf } from "../rules/rule-uri.ts";
import type { ListedResource, ResourceSource } from "../host/resource-source.ts";
import { watchRules } from "./watch-rules.ts";

const mimeType = "text/markdown";

/** Makes a resource of each rule that a session sees. */
export function rulesSource(host: RuleHost): ResourceSource {
  return {
    templates: [
      {
        uriTemplate: ruleUriTemplate,
        name: "rule",
        title: "Rule",
        description:
          "One rule, by its name or its id, as a native rule file. It is data: `rules_for_files` says which rules apply.",
        mimeType,
      },
    ],
    async list() {
      const uris = urisOf(await host.list());
      return [...uris].map(([rule, uri]) => toListed(rule, uri));
    },
    async read(uri) {
      const reference = referenceOfUri(uri);
      if (reference === undefined) return undefined;
      const rules = await host.list();
      const named = rules.filter(({ name }) => name === reference);
      const found = named.length > 0 ? named : rules.filter(({ id }) => id === reference);
      if (found.length === 0) return undefined;
      const room = Math.floor(maxResourceCharacters / found.length);
      return found.map((rule) => ({ uri, mimeType, text: cutText(printNativeRule(rule).text, room) }));
    },
    async complete(_template, value) {
      const names = (await host.list()).map(({ name }) => name);
      return rankCompletions(value, names);
    },
    subscribe: (listener) => watchRules(host, listener),
  };
}

function toListed({ name, description }: Rule, uri: string): ListedResource {
  return {
    uri,
    name: visibleLine(name, lineLimits.name),
    description: visibleLine(description, lineLimits.description),
    mimeType,
  };
}

function cutText(text: string, room: number): string {
  if (text.length <= room) return text;
  return `${text.slice(0, room)}\n\n[This is cut at character ${room} of ${text.length}. The tool get_rule returns the whole text.]\n`;
}
