import { printYaml, type Inclusion, type RuleCodec } from "@precept/core";
import { createHeaderCodec } from "../../format/header-codec.ts";
import { augmentDiagnostics } from "./diagnostics.ts";
import type { Header, HeaderReading, HeaderValues, PrintableRule } from "../../format/header-format.ts";
import { augmentSpec, augmentPersonalSpec } from "./spec.ts";

const inclusions: Readonly<Record<string, Inclusion>> = {
  always_apply: "always",
  agent_requested: "agentRequested",
  manual: "manual",
};

/**
 * Codec of Augment's rules, `.augment/rules/**\/*.md`. The documentation does not specify the delimiters of front
 * matter. All of its examples have `---` on the first line.
 */
export const augment: RuleCodec = createHeaderCodec({
  spec: augmentSpec,
  diagnostics: augmentDiagnostics,
  read,
  write,
});

/** Codec of the user's own rules for Augment, `~/.augment/rules/**\/*.md`. */
export const augmentPersonal: RuleCodec = createHeaderCodec({
  spec: augmentPersonalSpec,
  diagnostics: augmentDiagnostics,
  read: readPersonal,
  write: () => ({}),
});

/** Augment does not document how it handles an unknown `type`, so the default applies. */
function read(header: Header<typeof augmentDiagnostics>): HeaderReading {
  if (header.hidesFrontMatter) header.report("augment/unseen-front-matter");
  if (header.hasFrontMatter && !header.isReadable) header.report("augment/unreadable");
  const type = header.value("type") ?? "always_apply";
  const inclusion = typeof type === "string" ? inclusions[type] : undefined;
  if (inclusion === undefined) header.report("augment/unknown-type", "type");
  const description = header.string("description") ?? "";
  if (inclusion === "agentRequested" && description.trim() === "") header.report("augment/no-description", "type");
  return { inclusion: inclusion ?? "always", description };
}

function readPersonal(header: Header<typeof augmentDiagnostics>): HeaderReading {
  const type = header.value("type") ?? "always_apply";
  if (type !== "always_apply") header.report("augment/personal-type", "type");
  return { inclusion: "always" };
}

function write({ inclusion, description }: PrintableRule): HeaderValues {
  return {
    type: Object.keys(inclusions).find((type) => inclusions[type] === inclusion),
    description: description === "" ? undefined : printYaml(description),
  };
}
