import { createFile, fileFailureOf, kindIn, readFileIn } from "@precept/files";
import { openContextDirectory } from "./context-directory.ts";
import { contextFiles } from "./context-files.ts";
import { bootstrapTemplate } from "./default-templates.ts";
import { editNote, textOf } from "./edit-note.ts";
import { maxFileBytes } from "./limits.ts";

/** The files that git should ignore, because they are about the owner and change often. */
export const ignoredPatterns = ["/MEMORY.md", "/memory/"] as const;

/** What setting up a directory would create. */
export interface ContextInitPlan {
  /** The directory, as the caller named it. */
  readonly dir: string;
  readonly files: readonly PlannedContextFile[];
  /** The lines that .gitignore lacks. */
  readonly ignored: readonly string[];
}

/** A file of a {@link ContextInitPlan}. */
export interface PlannedContextFile {
  /** Relative to the directory. For an existing file its actual name, such as `SOUL.md`. */
  readonly path: string;
  readonly text: string;
  readonly exists: boolean;
}

export interface PlanContextOptions {
  /** Whether to create BOOTSTRAP.md as well, with questions for the first start. Default false. */
  readonly bootstrap?: boolean;
}

/** What {@link applyContextInit} did. */
export interface ContextInitResult {
  readonly created: readonly string[];
  /** The lines that were added to .gitignore. */
  readonly ignored: readonly string[];
}

/**
 * Plans which missing files of an agent context to create from their default texts. Changes nothing.
 *
 * @throws PreceptError `PATH_NOT_FOUND` or `NOT_A_DIRECTORY` for the directory; as {@link applyContextInit} for
 * .gitignore.
 */
export async function planContextInit(dir: string, { bootstrap = false }: PlanContextOptions = {}): Promise<ContextInitPlan> {
  const root = openContextDirectory(dir);
  const templates = { ...(bootstrap && { bootstrap: bootstrapTemplate }) } as Readonly<Record<string, string | undefined>>;
  const files = contextFiles.flatMap(({ id, name, aliases, defaultTemplate = templates[id] }): readonly PlannedContextFile[] => {
    if (defaultTemplate === undefined) return [];
    const found = [name, ...aliases].find((path) => kindIn(root, path, "entry") !== undefined);
    return [{ path: found ?? name, text: defaultTemplate, exists: found !== undefined }];
  });
  const content = await readFileIn(root, ".gitignore", { maxBytes: maxFileBytes });
  return { dir, files, ignored: missingPatterns(textOf(content, ".gitignore")) };
}

/**
 * Creates the missing files of a plan. Does not replace a file that another program has created since.
 *
 * @param options.gitignore whether to add the missing lines to .gitignore. Default false.
 * @throws PreceptError `PATH_REFUSED`, `NOT_A_FILE`, `NOT_A_TEXT_FILE`, `FILE_TOO_LARGE` or `FILE_SYSTEM_FAILED`.
 */
export async function applyContextInit(
  { dir, files, ignored }: ContextInitPlan,
  { gitignore = false }: { readonly gitignore?: boolean } = {},
): Promise<ContextInitResult> {
  const root = openContextDirectory(dir);
  const created: string[] = [];
  for (const { path, text, exists } of files) {
    if (exists) continue;
    const isCreated = await createFile(root, path, text).catch((error: unknown) => {
      throw fileFailureOf("create", path, error);
    });
    if (isCreated) created.push(path);
  }
  if (!gitignore || ignored.length === 0) return { created, ignored: [] };
  const added = await editNote({
    root,
    path: ".gitignore",
    isPrivate: false,
    edit: (text = "") => {
      const missing = missingPatterns(text);
      const separator = text === "" || text.endsWith("\n") ? "" : "\n";
      return { text: `${text}${separator}${missing.map((pattern) => `${pattern}\n`).join("")}`, result: missing };
    },
  });
  return { created, ignored: added };
}

/** Returns the patterns that are missing from a .gitignore, in all spellings. */
function missingPatterns(text: string | undefined): readonly string[] {
  const lines = new Set((text ?? "").split(/\r?\n/).map((line) => line.trim().replaceAll(/^\/|\/$/g, "")));
  return ignoredPatterns.filter((pattern) => !lines.has(pattern.replaceAll(/^\/|\/$/g, "")));
}
