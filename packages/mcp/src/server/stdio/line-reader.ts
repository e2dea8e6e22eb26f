/** A line of the input, without its line feed. */
export type InputLine =
  | { readonly kind: "line"; readonly bytes: Buffer }
  /** A line that is longer than the limit: only its beginning and its end are available. */
  | { readonly kind: "too-long"; readonly start: Buffer; readonly end: Buffer };

/** How many bytes of an overlong line are available at its beginning, and at its end. */
const excerptLength = 512;

/** Splits bytes into lines. Memory is bounded: the middle of a line that exceeds the limit is discarded. */
export class LineReader {
  readonly #maxLength: number;
  #parts: Buffer[] = [];
  #length = 0;
  /** The beginning of the current line, if it exceeds the limit. */
  #start: Buffer | undefined;
  #end: Buffer = Buffer.alloc(0);

  /** @param maxLength bytes of a line, without its line feed. At least 512. */
  constructor(maxLength: number) {
    this.#maxLength = maxLength;
  }

  /** Takes the next bytes of the input. Returns the lines that they complete. */
  *read(chunk: Buffer): Generator<InputLine> {
    let from = 0;
    for (let at = chunk.indexOf(0x0a); at !== -1; at = chunk.indexOf(0x0a, from)) {
      this.#append(chunk.subarray(from, at));
      from = at + 1;
      yield this.#finish();
    }
    this.#append(chunk.subarray(from));
  }

  #append(bytes: Buffer): void {
    if (bytes.length === 0) return;
    if (this.#start !== undefined) {
      this.#end = lastBytes(Buffer.concat([this.#end, lastBytes(bytes)]));
      return;
    }
    this.#parts.push(bytes);
    this.#length += bytes.length;
    if (this.#length <= this.#maxLength) return;
    const line = Buffer.concat(this.#parts);
    this.#start = Buffer.from(line.subarray(0, excerptLength));
    this.#end = Buffer.from(lastBytes(line));
    this.#clear();
  }

  #finish(): InputLine {
    const start = this.#start;
    const line: InputLine =
      start === undefined
        ? { kind: "line", bytes: this.#parts.length === 1 ? (this.#parts[0] as Buffer) : Buffer.concat(this.#parts) }
        : { kind: "too-long", start, end: this.#end };
    this.#start = undefined;
    this.#end = Buffer.alloc(0);
    this.#clear();
    return line;
  }

  #clear(): void {
    this.#parts = [];
    this.#length = 0;
  }
}

function lastBytes(bytes: Buffer): Buffer {
  return bytes.subarray(Math.max(0, bytes.length - excerptLength));
}
