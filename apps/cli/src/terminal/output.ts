// oxlint-disable-next-line no-restricted-imports -- standard output is no path
import { fstatSync, statSync, writeSync } from "node:fs";
import { isatty } from "node:tty";

/** The file descriptors of the standard streams. The streams themselves take longer to open than many commands run. */
export const standardInput = 0;
export const standardOutput = 1;
export const standardError = 2;

/** Whether a file descriptor is a terminal. Loads `node:tty` only if it can be one. */
export function isTerminal(file: number): boolean {
  try {
    const status = fstatSync(file);
    return status.isCharacterDevice() && status.rdev !== nullDevice() && isatty(file);
  } catch {
    return false;
  }
}

/** The number of the null device, which programs often pass to their children. Undefined on Windows. */
function nullDevice(): number | undefined {
  return statSync("/dev/null", { throwIfNoEntry: false })?.rdev;
}

/**
 * Creates a function that writes texts to standard output or standard error, without their streams if they are files or
 * pipes.
 *
 * @param open opens the stream, for terminals and for what cannot be written now. It reports the errors.
 * @returns a function that returns whether the text is written. Otherwise, the stream writes the rest of it later.
 */
export function createOutput(file: number, open: () => NodeJS.WritableStream): (text: string) => boolean {
  let stream: NodeJS.WritableStream | undefined;
  return (text) => {
    const rest = stream === undefined && !isTerminal(file) ? writeNow(file, text) : text;
    if (rest.length === 0) return true;
    stream ??= open();
    stream.write(rest);
    return false;
  };
}

/** @returns what could not be written: the reader has gone, or is too slow for a pipe that does not wait for it. */
function writeNow(file: number, text: string): Uint8Array {
  let rest: Uint8Array = Buffer.from(text);
  try {
    while (rest.length > 0) rest = rest.subarray(writeSync(file, rest));
  } catch {
    // The stream meets the same error.
  }
  return rest;
}
