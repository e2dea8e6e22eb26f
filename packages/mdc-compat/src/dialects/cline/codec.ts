import { isExclusion, printYaml, splitGlobs, type RuleCodec } from "@precept/core";
import type { FormatFacts } from "../../format/facts.ts";
import { createHeaderCodec } from "../../format/header-codec.ts";
import type { Header, HeaderReading, PrintableRule } from "../../format/header-format.ts";
import { isUnseen } from "../../format/unseen.ts";
import { toRootedGlob } from "../../globs/rooted.ts";
import { clineFacts, clineFolderFacts } from "./facts.ts";
import { fromClineGlob } from "./glob.ts";
import { splitAsCline } from "./split.ts";

/** Cline's rules in `.clinerules`, be it a directory or a single file. */
export const cline: RuleCodec = createClineCodec(clineFacts, {
  extensions: [".md", ".txt"],
  accepts: (path) => /\.(?:md|txt)$/i.test(path) && !isOtherKind(path),
  ignored: (path) =>
    /\.(?:markdown|mdc)$/i.test(path) && !isOtherKind(path) ? "Cline reads .md and .txt files here" : undefined,
});

/** Cline's rules in `.cline/rules`. */
export const clineFolder: RuleCodec = createClineCodec(clineFolderFacts, {
  extensions: [".md", ".markdown", ".txt"],
  accepts: (path) => /^[^/]+\.(?:md|markdown|txt)$/i.test(path),
  ignored: (path) => (/\.(?:md|markdown|txt)$/i.test(path) ? "Cline reads no folders in .cline/rules" : undefined),
});

function createClineCodec(facts: FormatFacts, files: Required<Pick<RuleCodec, "extensions" | "accepts" | "ignored">>): RuleCodec {
  return createHeaderCodec({ facts, ...files, split: splitAsCline, read, write });
}

/** What lies in these folders is no rule. */
function isOtherKind(path: string): boolean {
  return /^(?:workflows|hooks|skills)\//.test(path);
}

function read(header: Header): HeaderReading {
  if (header.isThere && !header.isYaml) {
    header.report("cline/unreadable");
    return { inclusion: "always", content: header.text.replace(/^\uFEFF/, "") };
  }
  if (isUnseen(header)) header.report("cline/unseen-front-matter");
  const name = header.value("name");
  const globs = readPaths(header);
  return {
    ...(globs === undefined ? { inclusion: "always" } : { inclusion: "fileMatch", globs }),
    enabled: isEnabled(header),
    ...(typeof name === "string" && name.trim() !== "" && { name: name.trim() }),
  };
}

/** Patterns in the canonical language; undefined where Cline takes no notice of them. */
function readPaths(header: Header): readonly string[] | undefined {
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
  return understandPaths(
    paths.map((path) => path.trim()).filter((path) => path !== ""),
    header,
  );
}

function understandPaths(paths: readonly string[], header: Header): readonly string[] {
  if (paths.length > 1 && paths.some(isExclusion)) {
    header.report("cline/excluding-path", "paths");
    return ["**"];
  }
  for (const path of paths.filter(isDead)) {
    header.report(
      "cline/dead-path",
      "paths",
      `The pattern "${path}" matches no file in Cline, since it has a slash in front or at its end.`,
    );
  }
  // A pattern that takes away nothing leaves everything.
  return paths.flatMap((path) => (!isDead(path) ? fromClineGlob(path) : isExclusion(path) ? "**" : []));
}

/** Whether a pattern has a slash where the paths that it is compared with have none. */
function isDead(path: string): boolean {
  return /^!?\/|\/$/.test(path);
}

/** `disabled` decides where it is a flag, else the older `enabled`. */
function isEnabled(header: Header): boolean {
  const disabled = header.value("disabled");
  return typeof disabled === "boolean" ? !disabled : header.value("enabled") !== false;
}

function write({ inclusion, globs, enabled }: PrintableRule): Readonly<Record<string, string | undefined>> {
  return {
    paths: inclusion === "fileMatch" ? printYaml(globs.map(toRootedGlob)) : undefined,
    disabled: enabled ? undefined : "true",
  };
}
