import { printYaml, type Inclusion, type RuleCodec } from "@precept/core";
import { createHeaderCodec } from "../../format/header-codec.ts";
import type { Header, HeaderReading, PrintableRule } from "../../format/header-format.ts";
import { createPlainCodec } from "../../format/plain-codec.ts";
import { splitStrictly } from "../../format/split-strictly.ts";
import { isUnseen } from "../../format/unseen.ts";
import { augmentFacts, augmentGuidelinesFacts, augmentPersonalFacts } from "./facts.ts";

const inclusions: Readonly<Record<string, Inclusion>> = {
  always_apply: "always",
  agent_requested: "agentRequested",
  manual: "manual",
};

/** Augment's rules, `.augment/rules/**\/*.md`. */
export const augment: RuleCodec = createHeaderCodec({
  facts: augmentFacts,
  extensions: [".md"],
  // Where a fence may stand is not documented; `---` on the first line is what all of the documentation shows.
  split: splitStrictly,
  read,
  write,
});

/** A person's own rules for Augment, `~/.augment/rules/**\/*.md`. */
export const augmentPersonal: RuleCodec = createHeaderCodec({
  facts: augmentPersonalFacts,
  extensions: [".md"],
  split: splitStrictly,
  read: readPersonal,
  write: () => ({}),
});

/** `.augment-guidelines`, the one file of old. */
export const augmentGuidelines: RuleCodec = createPlainCodec({ facts: augmentGuidelinesFacts, extensions: [] });

/** What Augment makes of a `type` that it does not know is not documented: the default is. */
function read(header: Header): HeaderReading {
  if (isUnseen(header)) header.report("augment/unseen-front-matter");
  if (header.isThere && !header.isReadable) header.report("augment/unreadable");
  const type = header.value("type") ?? "always_apply";
  const inclusion = typeof type === "string" ? inclusions[type] : undefined;
  if (inclusion === undefined) header.report("augment/unknown-type", "type");
  const written = header.value("description");
  const description = typeof written === "string" ? written : "";
  if (inclusion === "agentRequested" && description.trim() === "") header.report("augment/no-description", "type");
  return { inclusion: inclusion ?? "always", description };
}

function readPersonal(header: Header): HeaderReading {
  const type = header.value("type") ?? "always_apply";
  if (type !== "always_apply") header.report("augment/personal-type", "type");
  return { inclusion: "always" };
}

function write({ inclusion, description }: PrintableRule): Readonly<Record<string, string | undefined>> {
  return {
    type: Object.keys(inclusions).find((type) => inclusions[type] === inclusion),
    description: description === "" ? undefined : printYaml(description),
  };
}
