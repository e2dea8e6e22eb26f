export interface WatchTextOptions {
  /** How often the text is read, in milliseconds. */
  readonly interval: number;
  /** The text that is known already. */
  readonly first: string | undefined;
  /** Called with a text that has changed. It throws if the text is not valid. */
  readonly onText: (text: string | undefined) => void;
  /** Called with the error of a text that is not valid or cannot be read, once per text or message. */
  readonly onError: (error: unknown) => void;
  /** Called at every interval. */
  readonly onTick: () => void;
}

/**
 * Reads a small text at an interval and calls back when it has changed. Compares the text itself: the time and size of a file can stay the same. An invalid
 * text is only reported if it is the same at the next interval, because an editor may be writing it.
 *
 * @returns a function that stops reading. It resolves when no call is running.
 */
export function watchText(
  read: () => Promise<string | undefined>,
  { interval, first, onText, onError, onTick }: WatchTextOptions,
): () => Promise<void> {
  let last = first;
  let suspect: string | undefined;
  let reported: string | undefined;
  let running = Promise.resolve();
  const fail = (error: unknown, key: string): void => {
    if (suspect === key && reported !== key) {
      reported = key;
      onError(error);
    }
    suspect = key;
  };
  const check = async (): Promise<void> => {
    onTick();
    let text: string | undefined;
    try {
      text = await read();
    } catch (error) {
      fail(error, `error ${String(error)}`);
      return;
    }
    if (text === last) {
      suspect = reported = undefined;
      return;
    }
    try {
      onText(text);
      last = text;
      suspect = reported = undefined;
    } catch (error) {
      fail(error, `text ${text ?? ""}`);
    }
  };
  let isBusy = false;
  const timer = setInterval(() => {
    // A slow disk must not pile up reads.
    if (isBusy) return;
    isBusy = true;
    running = check().finally(() => (isBusy = false));
  }, interval);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
