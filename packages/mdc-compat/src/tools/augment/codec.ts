import { printYaml, type Inclusion, type RuleCodec } from "@precept/core";
import { createHeaderCodec } from "../../format/header-codec.ts";
import { augmentDiagnostics } from "./diagnostics.ts";
import type { Header, HeaderReading, PrintableRule } from "../../format/header-format.ts";
import { createPlainCodec } from "../../format/plain-codec.ts";
import { splitStrictly } from "../../format/split-strictly.ts";
import { hasUndetectedFrontMatter } from "../../format/undetected-front-matter.ts";
import { augmentSpec, augmentGuidelinesSpec, augmentPersonalSpec } from "./spec.ts";

const inclusions: Readonly<Record<string, Inclusion>> = {
  always_apply: "always",
  agent_requested: "agentRequested",
  manual: "manual",
};

/** Codec of Augment's rules, `.augment/rules/**\/*.md`. */
export const augment: RuleCodec = createHeaderCodec({
  spec: augmentSpec,
  diagnostics: augmentDiagnostics,
  extensions: [".md"],
  // The documentation does not specify the delimiters. All of its examples have `---` on the first line.
  split: splitStrictly,
  read,
  write,
});

/** Codec of the user's own rules for Augment, `~/.augment/rules/**\/*.md`. */
export const augmentPersonal: RuleCodec = createHeaderCodec({
  spec: augmentPersonalSpec,
  diagnostics: augmentDiagnostics,
  extensions: [".md"],
  split: splitStrictly,
  read: readPersonal,
  write: () => ({}),
});

/** Codec of the legacy file `.augment-guidelines`. */
export const augmentGuidelines: RuleCodec = createPlainCodec({ spec: augmentGuidelinesSpec, extensions: [] });

/** Augment does not document how it handles an unknown `type`, so the default applies. */
function read(header: Header<typeof augmentDiagnostics>): HeaderReading {
  if (hasUndetectedFrontMatter(header)) header.report("augment/unseen-front-matter");
  if (header.hasFrontMatter && !header.isReadable) header.report("augment/unreadable");
  const type = header.value("type") ?? "always_apply";
  const inclusion = typeof type === "string" ? inclusions[type] : undefined;
  if (inclusion === undefined) header.report("augment/unknown-type", "type");
  const value = header.value("description");
  const description = typeof value === "string" ? value : "";
  if (inclusion === "agentRequested" && description.trim() === "") header.report("augment/no-description", "type");
  return { inclusion: inclusion ?? "always", description };
}

function readPersonal(header: Header<typeof augmentDiagnostics>): HeaderReading {
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
