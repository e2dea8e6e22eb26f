import { homedir } from "node:os";
import { basename, join, resolve } from "node:path";
import { embedderFailure } from "../failure.ts";
import { defaultLocalModel, type LocalEmbedderOptions } from "./options.ts";

export interface ModelSource {
  readonly model: string;
  /** Names the embedder in messages. */
  readonly name: string;
  readonly dir: string;
  /** Set if missing files may be downloaded. */
  readonly download: HubDownload | undefined;
  /** What to do if files are missing. */
  readonly remedy: string;
  /** What to do if files are damaged. Default: the general hint. */
  readonly repair?: string;
}

/** A download to `cacheDir/model`, or `cacheDir/model/revision` for a revision other than `main`. */
export interface HubDownload {
  readonly model: string;
  readonly revision: string;
  readonly cacheDir: string;
}

/**
 * Resolves where the files of a model are. @throws PreceptError `EMBEDDER_FAILED` if the name of a model or revision is
 * invalid.
 */
export function resolveModelSource(options: LocalEmbedderOptions): ModelSource {
  if (options.modelDir !== undefined) {
    const dir = resolve(options.modelDir);
    const remedy = `Download a model into the directory, for example with \`hf download ${defaultLocalModel} --local-dir ${dir}\`.`;
    return { model: basename(dir), name: `model in ${dir}`, dir, download: undefined, remedy };
  }
  const { model = defaultLocalModel, revision = "main", allowDownload = false } = options;
  // Both become parts of a path.
  if (!/^[\w][\w.-]*(?:\/[\w][\w.-]*)?$/.test(model) || model.includes("..")) {
    throw embedderFailure(model, "this is not the name of a model", {
      remedy: `Use a name such as ${defaultLocalModel}, or \`modelDir\`.`,
    });
  }
  if (!/^[\w][\w.-]*$/.test(revision) || revision.includes("..")) {
    throw embedderFailure(model, "the revision has characters other than letters, digits, `.`, `_` and `-`", {
      remedy: "Use a commit.",
    });
  }
  const cacheDir = resolve(options.cacheDir ?? join(homedir(), ".precept/cache/models"));
  return {
    model,
    name: model,
    dir: join(cacheDir, model, ...(revision === "main" ? [] : [revision])),
    download: allowDownload ? { model, revision, cacheDir } : undefined,
    // A download that was interrupted may lack the weights that large models store in further files.
    repair: `Delete ${join(cacheDir, model)}, and download the model again.`,
    remedy: "Set `allowDownload` to download the model, or set `modelDir` to a directory that has it.",
  };
}
