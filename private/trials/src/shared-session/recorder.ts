import { createHash } from "node:crypto";

/** An output that contains what a shared session must not get. */
export interface Leak {
  /** The request or command. */
  readonly source: string;
  /** What leaked: the canary, or a digest of the memory. */
  readonly what: string;
  /** The output around it. */
  readonly excerpt: string;
}

/** Searches everything that a shared session gets for what it must not get. */
export class Recorder {
  readonly leaks: Leak[] = [];
  /** The number of outputs. */
  outputs = 0;
  readonly #needles = new Map<string, string>();

  constructor(canary: string) {
    this.#addText("canary", canary);
  }

  /** Adds the content of the memory, whose digests must not leak either. */
  addContent(content: Buffer): void {
    for (const algorithm of ["sha256", "sha1", "md5"]) {
      for (const encoding of ["hex", "base64", "base64url"] as const)
        this.#addText(`${algorithm} of the memory`, createHash(algorithm).update(content).digest(encoding));
    }
  }

  /** Records an output. */
  record(source: string, output: string | Buffer): void {
    this.outputs += 1;
    const text = output.toString();
    for (const [needle, what] of this.#needles) {
      const at = text.indexOf(needle);
      if (at !== -1) this.leaks.push({ source, what, excerpt: text.slice(Math.max(0, at - 120), at + needle.length + 40) });
    }
  }

  /** Adds a text, also as it is encoded in base64 at each offset, and in hexadecimal. */
  #addText(what: string, text: string): void {
    this.#needles.set(text, what);
    this.#needles.set(Buffer.from(text).toString("hex"), `${what}, in hexadecimal`);
    for (let offset = 0; offset < 3; offset += 1) {
      const encoded = Buffer.from(" ".repeat(offset) + text).toString("base64");
      // The first and last characters depend on the bytes around the text.
      this.#needles.set(encoded.slice(offset === 0 ? 0 : 4, -4), `${what}, in base64`);
    }
  }
}
