import { isExclusion, printYaml, splitGlobs, type RuleCodec, type FrontMatterSplit } from "@precept/core";
import type { FormatSpec } from "../../model/spec.ts";
import { createSplit, createTextSplit } from "../../format/create-split.ts";
import { createHeaderCodec } from "../../format/header-codec.ts";
import { clineDiagnostics } from "./diagnostics.ts";
import type { Header, HeaderReading, HeaderValues, PrintableRule } from "../../format/header-format.ts";
import { toRootedGlob } from "../../globs/rooted.ts";
import { clineSpec, clineFolderSpec, fromClineGlob } from "./spec.ts";

/** Codec of Cline's rules in `.clinerules`, which is a directory or a single file. */
export const cline: RuleCodec = createClineCodec(clineSpec, {
  extensions: [".md", ".txt"],
  accepts: (path) => /\.(?:md|txt)$/i.test(path) && !isOtherKind(path),
  ignored: (path) =>
    /\.(?:markdown|mdc)$/i.test(path) && !isOtherKind(path) ? "Cline reads .md and .txt files here" : undefined,
});

/** Codec of Cline's rules in `.cline/rules`. */
export const clineFolder: RuleCodec = createClineCodec(clineFolderSpec, {
  extensions: [".md", ".markdown", ".txt"],
  accepts: (path) => /^[^/]+\.(?:md|markdown|txt)$/i.test(path),
  ignored: (path) => (/\.(?:md|markdown|txt)$/i.test(path) ? "Cline does not read subdirectories of .cline/rules" : undefined),
});

function createClineCodec(spec: FormatSpec, files: Required<Pick<RuleCodec, "extensions" | "accepts" | "ignored">>): RuleCodec {
  return createHeaderCodec({ spec, diagnostics: clineDiagnostics, ...files, split: splitAsCline, read, write });
}

function isOtherKind(path: string): boolean {
  return /^(?:workflows|hooks|skills)\//.test(path);
}

function read(header: Header<typeof clineDiagnostics>): HeaderReading {
  if (header.hasFrontMatter && !header.isYaml) {
    header.report("cline/unreadable");
    return { inclusion: "always", content: header.text.replace(/^\uFEFF/, "") };
  }
  if (header.hidesFrontMatter) header.report("cline/unseen-front-matter");
  const globs = readPaths(header);
  return {
    ...(globs === undefined ? { inclusion: "always" } : { inclusion: "fileMatch", globs }),
    enabled: isEnabled(header),
    name: header.string("name")?.trim() || undefined,
  };
}

/** Returns patterns in Precept's syntax, or undefined if Cline ignores `paths`. */
function readPaths(header: Header<typeof clineDiagnostics>): readonly string[] | undefined {
  const value = header.value("paths");
  if (value === undefined) return undefined;
  if (!Array.isArray(value)) {
    if (typeof value === "string") header.reportFixable("cline/paths-not-a-list", "paths", printYaml(splitGlobs(value)));
    else header.report("cline/paths-not-a-list", "paths");
    return undefined;
  }
  const paths = value.filter((item): item is string => typeof item === "string" && item !== "");
  if (paths.length < value.length) {
    header.report("cline/empty-path", "paths");
    return undefined;
  }
  return convertPaths(
    paths.map((path) => path.trim()).filter((path) => path !== ""),
    header,
  );
}

function convertPaths(paths: readonly string[], header: Header<typeof clineDiagnostics>): readonly string[] {
  if (paths.length > 1 && paths.some(isExclusion)) {
    header.report("cline/excluding-path", "paths");
    return ["**"];
  }
  for (const path of paths.filter(isDead)) {
    header.report(
      "cline/dead-path",
      "paths",
      `The pattern "${path}" matches no file in Cline because it has a leading or trailing slash.`,
    );
  }
  // An exclusion that excludes nothing matches all files.
  return paths.flatMap((path) => (!isDead(path) ? fromClineGlob(path) : isExclusion(path) ? "**" : []));
}

/** Whether a pattern matches nothing because of a leading or trailing slash: Cline compares relative file paths. */
function isDead(path: string): boolean {
  return /^!?\/|\/$/.test(path);
}

/** Reads `disabled`. If it is not a boolean, the legacy key `enabled` decides. */
function isEnabled(header: Header<typeof clineDiagnostics>): boolean {
  const disabled = header.value("disabled");
  return typeof disabled === "boolean" ? !disabled : header.value("enabled") !== false;
}

function write({ inclusion, globs, enabled }: PrintableRule): HeaderValues {
  return {
    paths: inclusion === "fileMatch" ? printYaml(globs.map(toRootedGlob)) : undefined,
    disabled: enabled ? undefined : "true",
  };
}

/**
 * How Cline detects front matter: `---` on the first line, at least one further line, and a line that starts with `---`
 * (https://github.com/cline/cline, `parseYamlFrontmatter`).
 */
const fences = /^(---\r?\n)([^]*?\r?\n)(---(?:\r?\n)?)/;

/** Splits front matter and body as Cline does. A byte order mark before the front matter is allowed. */
function splitAsCline(text: string): FrontMatterSplit {
  const lead = text.startsWith("\uFEFF") ? "\uFEFF" : "";
  const rest = text.slice(lead.length);
  const [whole = "", open = "", header = "", close = ""] = fences.exec(rest) ?? [];
  if (whole === "") return createTextSplit(text, lead);
  return createSplit({ lead, open, header, close, body: rest.slice(whole.length) });
}
