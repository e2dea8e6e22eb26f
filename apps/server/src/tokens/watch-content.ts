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
 * Calls back when the content of a small file changed, which its time and size may not show. Reports an invalid content
 * only if it stays for an interval, because an editor may be writing it. Returns a function that stops, and resolves
 * when no call runs.
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
