/** The bytes of a file; undefined if it does not exist. */
export type Content = Buffer | undefined;

export interface WatchContentOptions {
  /** How often the content is read, in milliseconds. */
  readonly interval: number;
  /** The content that is known already. */
  readonly first: Content;
  /** Called with a content that has changed. It throws if the content is not valid. */
  readonly onContent: (content: Content) => void;
  /** Called with the error of a content that is not valid or cannot be read, once per content or message. */
  readonly onError: (error: unknown) => void;
  /** Called at every interval. */
  readonly onTick: () => void;
}

/**
 * Reads a small file at an interval and calls back when it has changed. Compares the content itself: the time and size
 * of a file can stay the same. An invalid content is only reported if it is the same at the next interval, because an
 * editor may be writing it.
 *
 * @returns a function that stops reading. It resolves when no call is running.
 */
export function watchContent(
  read: () => Promise<Content>,
  { interval, first, onContent, onError, onTick }: WatchContentOptions,
): () => Promise<void> {
  let last = first;
  let suspect: Failure | undefined;
  const fail = (failure: Failure): void => {
    const isKnown = suspect !== undefined && isSame(suspect.content, failure.content) && suspect.message === failure.message;
    if (isKnown && suspect?.isReported === false) onError(failure.error);
    suspect = { ...failure, isReported: isKnown };
  };
  const check = async (): Promise<void> => {
    onTick();
    let content: Content;
    try {
      content = await read();
    } catch (error) {
      fail({ error, message: String(error), content: undefined, isReported: false });
      return;
    }
    if (!isSame(content, last)) {
      try {
        onContent(content);
        last = content;
      } catch (error) {
        fail({ error, message: String(error), content, isReported: false });
        return;
      }
    }
    suspect = undefined;
  };
  let isBusy = false;
  let running = Promise.resolve();
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

interface Failure {
  readonly error: unknown;
  readonly message: string;
  readonly content: Content;
  readonly isReported: boolean;
}

function isSame(left: Content, right: Content): boolean {
  return left === undefined || right === undefined ? left === right : left.equals(right);
}
