import type { FileLoadState, SessionType } from "@precept/contract/values";
import { createFile, kindIn, locate, messageOf, type Root } from "@precept/files";
import { PreceptError } from "@precept/core";
import type { CacheKey, ContextCache } from "./context-cache.ts";
import { pathsOf, type ContextFile } from "./context-files.ts";
import type { FileLoadResult } from "./file-load-result.ts";
import { fileLoadTransitions } from "./file-load-state.ts";
import { identifyMemory } from "./identify-memory.ts";
import type { LocalDates } from "./local-dates.ts";
import { openText } from "./open-text.ts";

export interface FileLoad {
  readonly root: Root;
  readonly sessionType: SessionType;
  readonly create: "write" | "memory";
  readonly cache: ContextCache;
  readonly dates: LocalDates;
  readonly now: () => Date;
  readonly isPrivate: (path: string) => Promise<boolean>;
}

/** The maximum number of checks of a file that appears or disappears while it is loaded. */
const maxChecks = 3;

/** Loads one file of the agent context. Never rejects: problems are in the result. */
export async function loadFile(file: ContextFile, load: FileLoad): Promise<FileLoadResult> {
  return new FileLoading(file, load).run();
}

type Outcome = Partial<Omit<FileLoadResult, "id" | "name" | "states">> & Pick<FileLoadResult, "success">;

class FileLoading {
  readonly #file: ContextFile;
  readonly #load: FileLoad;
  readonly #states: FileLoadState[] = ["CHECK"];
  readonly #name: string;
  readonly #notes: string[] = [];
  #path: string;

  constructor(file: ContextFile, load: FileLoad) {
    this.#file = file;
    this.#load = load;
    [this.#name = file.name] = pathsOf(file, load.dates);
    this.#path = this.#name;
  }

  async run(): Promise<FileLoadResult> {
    for (let checks = 0; checks < maxChecks; checks += 1) {
      if (checks > 0) this.#enter("CHECK");
      const outcome = await this.#check();
      if (outcome !== "again") return this.#finish(outcome);
    }
    // The file still appears and disappears.
    this.#enter("CHECK");
    this.#enter("READ");
    return this.#finish(this.#fallBack("it changes while it is read"));
  }

  async #check(): Promise<Outcome | "again"> {
    const [found, other] = this.#existing();
    this.#path = found ?? this.#name;
    this.#notes.length = 0;
    if (found !== undefined && other !== undefined) this.#notes.push(`${other} is ignored, because ${found} exists.`);
    const refusal = this.#findRefusal();
    if (refusal !== undefined) return this.#refuse(refusal);
    if (found !== undefined) return this.#read();
    if (this.#file.defaultTemplate !== undefined) return this.#create(this.#file.defaultTemplate);
    this.#enter("ABSENT");
    return { success: false, isMissing: true };
  }

  async #read(): Promise<Outcome | "again"> {
    this.#enter("READ");
    const { root, sessionType, cache, isPrivate } = this.#load;
    const identifyForbidden = sessionType === "shared" ? () => identifyMemory(root) : undefined;
    const opened = await openText(root, this.#path, { identifyForbidden, isPrivate });
    switch (opened.kind) {
      case "refused":
        return this.#refuse(opened.reason);
      case "unreadable":
        return this.#fallBack(opened.reason);
      case "missing":
        return kindIn(root, this.#path, "entry") === undefined ? "again" : this.#fallBack("it is a broken link");
      case "text": {
        const loadedAt = this.#load.now().toISOString();
        const { text: content, sha256, numbers } = opened;
        cache.set(this.#key, { content, loadedAt, sha256, numbers });
        this.#enter("SUCCESS");
        return { success: true, content, loadedAt, sha256 };
      }
    }
  }

  async #create(template: string): Promise<Outcome | "again"> {
    this.#enter("CREATE");
    const { root, create } = this.#load;
    if (create === "memory") {
      this.#notes.push(`${this.#name} does not exist. Its default text is used, and nothing is written.`);
    } else {
      try {
        if (!(await createFile(root, this.#path, template))) return "again";
        this.#notes.push(`${this.#name} did not exist and was created from its default text.`);
      } catch (error) {
        this.#notes.push(`${this.#name} does not exist and cannot be created: ${messageOf(error)}. Its default text is used.`);
      }
    }
    this.#enter("SUCCESS");
    return { success: true, content: template, isDefault: true };
  }

  #fallBack(reason: string): Outcome {
    this.#enter("FALLBACK");
    const { root, sessionType, cache } = this.#load;
    const error = `${this.#path} cannot be read: ${reason}.`;
    const last = cache.get(this.#key);
    // Since it was read, the file may have become a link to the memory.
    if (last === undefined || (sessionType === "shared" && identifyMemory(root).is("", last.numbers)))
      return this.#useDefault(error);
    this.#notes.push(`${this.#path} cannot be read now. Its text of ${last.loadedAt} is used.`);
    this.#enter("SUCCESS");
    return { success: true, content: last.content, loadedAt: last.loadedAt, sha256: last.sha256, fromCache: true, error };
  }

  #refuse(reason: string): Outcome {
    this.#enter("REFUSED");
    // The cached text of the path may be a text that must not be read.
    this.#load.cache.delete(this.#key);
    return this.#useDefault(`${this.#path} is not read: ${reason}.`);
  }

  #useDefault(error: string): Outcome {
    const { defaultTemplate: content } = this.#file;
    if (content === undefined) {
      this.#enter("FAILED");
      return { success: false, error };
    }
    this.#notes.push(`The default text of ${this.#name} is used, and the file is not changed.`);
    this.#enter("SUCCESS");
    return { success: true, content, isDefault: true, error };
  }

  /** Returns the path to read, and the path of an ignored alias. */
  #existing(): readonly (string | undefined)[] {
    return pathsOf(this.#file, this.#load.dates).filter((path) => kindIn(this.#load.root, path, "entry") !== undefined);
  }

  /** Why a parent directory of the path must not be followed. */
  #findRefusal(): string | undefined {
    try {
      locate(this.#load.root, this.#path);
      return undefined;
    } catch (error) {
      // Reading the file reports other errors.
      return PreceptError.is(error, "PATH_REFUSED") ? error.details.reason : undefined;
    }
  }

  get #key(): CacheKey {
    const { root, sessionType } = this.#load;
    return { dir: root.real, sessionType, path: this.#path };
  }

  #enter(next: FileLoadState): void {
    const current = this.#states.at(-1) ?? "CHECK";
    const possible: readonly FileLoadState[] = fileLoadTransitions[current];
    if (!possible.includes(next)) throw new Error(`No transition from ${current} to ${next}`);
    this.#states.push(next);
  }

  #finish(outcome: Outcome): FileLoadResult {
    return {
      id: this.#file.id,
      name: this.#name,
      filePath: this.#path,
      loadedAt: this.#load.now().toISOString(),
      fromCache: false,
      isDefault: false,
      isMissing: false,
      truncated: false,
      omittedCharacters: 0,
      ...(this.#path !== this.#name && { alias: this.#path }),
      ...outcome,
      ...(this.#notes.length > 0 && { note: this.#notes.join(" ") }),
      states: [...this.#states],
    };
  }
}
