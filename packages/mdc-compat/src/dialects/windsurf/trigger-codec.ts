import { printYaml, splitGlobs, type Inclusion, type RuleCodec } from "@precept/core";
import { createHeaderCodec } from "../../format/header-codec.ts";
import type { Header, HeaderReading, PrintableRule } from "../../format/header-format.ts";
import { splitStrictly } from "../../format/split-strictly.ts";
import { textsIn } from "../../format/values.ts";
import { printBareGlobs } from "../../globs/print-bare.ts";
import { fromRootedGlob, toRootedGlobs } from "../../globs/rooted.ts";
import { readBareGlobs } from "./bare-globs.ts";
import type { TriggerFacts } from "./trigger-facts.ts";

/** A codec for rules with a `trigger`. */
export function createTriggerCodec(facts: TriggerFacts): RuleCodec {
  return createHeaderCodec({
    facts,
    extensions: [".md"],
    // Only the files of the directory itself are documented.
    accepts: (path) => /^[^/]+\.md$/i.test(path),
    ignored: (path) => (/\.md$/i.test(path) ? `${facts.title} reads no folders among its rules` : undefined),
    split: splitStrictly,
    readHeader: readBareGlobs,
    read: (header) => read(header, facts),
    write: (rule) => write(rule, facts),
  });
}

function read(header: Header, facts: TriggerFacts): HeaderReading {
  const globs = readGlobs(header);
  const written = header.value("description");
  const description = typeof written === "string" ? written : "";
  const inclusion = readTrigger(header, facts, globs.length > 0, description.trim() !== "");
  if (inclusion === "fileMatch" && globs.length === 0) header.report(`${facts.id}/no-patterns`, "trigger");
  if (inclusion === "agentRequested" && description.trim() === "") header.report(`${facts.id}/no-description`, "trigger");
  return { inclusion, globs: globs.map(fromRootedGlob), description };
}

function readTrigger(header: Header, { id, triggers }: TriggerFacts, hasGlobs: boolean, hasDescription: boolean): Inclusion {
  const written = header.value("trigger");
  if (header.isThere && !header.isReadable) {
    header.report(`${id}/unreadable`);
    return "manual";
  }
  if (written !== undefined && written !== null) {
    const inclusion = typeof written === "string" && Object.hasOwn(triggers, written) ? triggers[written] : undefined;
    if (inclusion === undefined) header.report(`${id}/unknown-trigger`, "trigger");
    return inclusion ?? "manual";
  }
  // Without a trigger a rule never applies of its own (https://github.com/github/spec-kit/issues/1201), unless patterns or a description say when
  // (https://github.com/stbenjam/skillsaw/blob/main/docs/rules/devin-rules-valid.md).
  header.report(`${id}/no-trigger`, undefined, `The file names no \`trigger\`; ${wordFor(hasGlobs, hasDescription)}.`);
  return hasGlobs ? "fileMatch" : hasDescription ? "agentRequested" : "manual";
}

function wordFor(hasGlobs: boolean, hasDescription: boolean): string {
  if (hasGlobs) return "the rule applies by its patterns";
  return hasDescription ? "the rule is offered to the agent by its description" : "the rule has to be asked for by name";
}

function readGlobs(header: Header): readonly string[] {
  const value = header.value("globs");
  return typeof value === "string" ? splitGlobs(value) : textsIn(value);
}

function write(
  { inclusion, description, globs }: PrintableRule,
  { triggers }: TriggerFacts,
): Readonly<Record<string, string | undefined>> {
  return {
    trigger: Object.keys(triggers).find((word) => triggers[word] === inclusion),
    globs: inclusion === "fileMatch" ? printBareGlobs(globs.flatMap(toRootedGlobs)) : undefined,
    description: description === "" ? undefined : printYaml(description),
  };
}
