import { isUtf8 } from "node:buffer";
import { hash } from "node:crypto";
import { basename, dirname, resolve } from "node:path";
import { deepFreeze, type Diagnostic, type Rule, type RuleCodec } from "@precept/core";
import { messageOf, openRoot, readFileIn, rootFor, shownPath, type FileContent } from "@precept/files";
import { report } from "./diagnostic-catalogue.ts";
import type { FoundFile } from "./list-files.ts";
import type { RootPlace } from "./root-place.ts";

/** A file after reading: with its rule, where it holds one. */
export interface ReadFile {
  readonly rule?: Rule;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads one rule file. Whatever is wrong with it comes back as a diagnostic.
 *
 * @param file the file's path as it is shown.
 * @param id the id of its rule.
 */
export async function readRule(found: FoundFile, file: string, id: string, place: RootPlace): Promise<ReadFile> {
  return ruleIn(await readFileIn(place.within, found.path, { maxBytes: place.maxBytes }), found, file, id, place);
}

/** What {@link readRule} makes of a file that has been read. */
export function ruleIn(
  content: FileContent,
  found: FoundFile,
  file: string,
  id: string,
  { root, maxBytes, ...place }: RootPlace,
): ReadFile {
  if (content.kind === "missing")
    return { diagnostics: [report("file/unreadable", { file }, "The file cannot be read: it does not exist.")] };
  if (content.kind === "refused")
    return { diagnostics: [report("file/link-escapes", { file }, content.error.message, content.error.hint)] };
  if (content.kind === "unreadable")
    return { diagnostics: [report("file/unreadable", { file }, `The file cannot be read: ${messageOf(content.error)}.`)] };
  if (content.kind === "notRegular") return { diagnostics: [report("file/not-regular", { file })] };
  if (content.kind === "tooLarge") {
    const problem = `The file has ${content.size} bytes; the limit for ${root.codec.title} files is ${maxBytes}.`;
    return { diagnostics: [report("file/too-large", { file }, problem)] };
  }
  const { bytes, modified } = content;
  if (!isUtf8(bytes) || bytes.includes(0)) return { diagnostics: [report("file/not-text", { file })] };
  const {
    draft,
    diagnostics,
    dialect = root.codec.id,
  } = root.codec.parse({ text: bytes.toString("utf8"), path: found.inRoot, file });
  if (draft === undefined) return { diagnostics };
  const { label, ...fields } = draft;
  const updatedAt = new Date(modified).toISOString();
  const rule: Rule = {
    ...(root.userId !== undefined && { userId: root.userId }),
    ...fields,
    id,
    scope: root.scope ?? "project",
    origin: {
      store: place.store,
      dialect,
      root: place.shown,
      path: file,
      ...(root.base !== undefined && root.base !== "" && { base: root.base }),
      ...(place.order > 0 && { rootOrder: place.order }),
      ...(root.overlay === true && { overlay: true }),
      ...(label && { label: true }),
      ...(root.codec.imports === true && { imports: true }),
      sha256: hash("sha256", bytes),
    },
    createdAt: updatedAt,
    updatedAt,
  };
  return { rule: deepFreeze(rule), diagnostics };
}

/**
 * Reads one file that no store holds, as a rule of project scope.
 *
 * @param path absolute, or relative to `projectDir`.
 */
export async function readRuleFile(path: string, codec: RuleCodec, projectDir: string): Promise<ReadFile> {
  const absolute = resolve(projectDir, path);
  const within = rootFor(openRoot(projectDir), dirname(absolute));
  const file = shownPath(projectDir, absolute);
  const root = { dir: dirname(absolute), codec };
  const place = {
    root,
    order: 0,
    dir: root.dir,
    shown: shownPath(projectDir, root.dir),
    within,
    store: "fs",
    maxBytes: codec.maxBytes,
    skips: () => false,
  };
  return readRule({ path: absolute, inRoot: basename(absolute) }, file, `project:${file}`, place);
}
