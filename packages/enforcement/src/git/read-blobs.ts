import type { FoundRepository } from "./find-repository.ts";
import { openGit, type GitProcess } from "./run-git.ts";

/** The contents of a git blob. */
export interface ReadBlob {
  /** Undefined if the blob is longer than the limit. */
  readonly bytes: Buffer | undefined;
  /** In bytes. */
  readonly size: number;
}

interface Request {
  readonly oid: string;
  readonly resolve: (blob: ReadBlob | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/** A blob that is being read, with the line break after it. */
interface PartialBlob {
  readonly size: number;
  readonly chunks: Buffer[];
  left: number;
}

/** Reads git blobs through one `git cat-file --batch` process. Missing ones, as in a partial clone, are not fetched. */
export class BlobReader {
  readonly #repository: FoundRepository;
  readonly #maxBytes: number;
  #git: GitProcess | undefined;
  #waiting: Request[] = [];
  #header = Buffer.alloc(0);
  #blob: PartialBlob | undefined;

  /** @param maxBytes longer blobs are skipped. */
  constructor(repository: FoundRepository, maxBytes: number) {
    this.#repository = repository;
    this.#maxBytes = maxBytes;
  }

  /** Reads a blob. @returns undefined if the repository does not have it. @throws GitError */
  read(oid: string): Promise<ReadBlob | undefined> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ oid, resolve, reject });
      const { stdin } = this.#start().child;
      // Requests that are made together are written together.
      stdin.cork();
      process.nextTick(() => stdin.uncork());
      stdin.write(`${oid}\n`);
    });
  }

  /** Terminates the git process. */
  async close(): Promise<void> {
    const git = this.#git;
    this.#git = undefined;
    git?.child.stdin.end();
    await git?.finished.catch(() => undefined);
  }

  #start(): GitProcess {
    if (this.#git !== undefined) return this.#git;
    const { top, settingNames } = this.#repository;
    const git = openGit(top, ["cat-file", "--batch"], { settingNames });
    this.#git = git;
    git.child.stdout.on("data", (chunk: Buffer) => this.#receive(chunk));
    git.finished.then(
      () => this.#restart(git),
      (error: unknown) => this.#restart(git, error),
    );
    return git;
  }

  /** In a partial clone git may end at the first blob that it would have to fetch. Requests the other blobs again. */
  #restart(git: GitProcess, error?: unknown): void {
    if (this.#git !== git) return;
    this.#git = undefined;
    this.#blob = undefined;
    this.#header = Buffer.alloc(0);
    const [first, ...others] = this.#waiting;
    this.#waiting = [];
    if (first === undefined) return;
    if (error !== undefined && !/could not fetch|lazy fetching/.test((error as { stderr?: string }).stderr ?? "")) {
      for (const request of [first, ...others]) request.reject(error);
      return;
    }
    first.resolve(undefined);
    if (others.length === 0) return;
    this.#waiting = others;
    this.#start().child.stdin.write(others.map(({ oid }) => `${oid}\n`).join(""));
  }

  #receive(chunk: Buffer): void {
    let rest = chunk;
    while (rest.length > 0) rest = this.#blob === undefined ? this.#receiveHeader(rest) : this.#receiveBlob(this.#blob, rest);
  }

  #receiveHeader(chunk: Buffer): Buffer {
    const end = chunk.indexOf(10);
    this.#header = Buffer.concat([this.#header, end === -1 ? chunk : chunk.subarray(0, end)]);
    if (end === -1) return Buffer.alloc(0);
    const [, type = "", size = ""] = this.#header.toString("latin1").split(" ");
    this.#header = Buffer.alloc(0);
    if (type === "missing") this.#waiting.shift()?.resolve(undefined);
    else this.#blob = { size: Number(size), chunks: [], left: Number(size) + 1 };
    return chunk.subarray(end + 1);
  }

  #receiveBlob(blob: PartialBlob, chunk: Buffer): Buffer {
    const part = chunk.subarray(0, blob.left);
    blob.left -= part.length;
    if (blob.size <= this.#maxBytes) blob.chunks.push(part);
    if (blob.left === 0) {
      this.#blob = undefined;
      const bytes = blob.size <= this.#maxBytes ? Buffer.concat(blob.chunks).subarray(0, -1) : undefined;
      this.#waiting.shift()?.resolve({ bytes, size: blob.size });
    }
    return chunk.subarray(part.length);
  }
}
