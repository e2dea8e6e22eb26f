/** Returns a signal that is aborted with a reason after some milliseconds. */
export function abortAfter(milliseconds: number, reason: Error): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(reason), milliseconds);
  return controller.signal;
}
