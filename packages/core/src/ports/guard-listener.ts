/**
 * Wraps a listener so that its synchronous and asynchronous errors go to `onError`.
 *
 * @param onError receives the errors.
 */
export function guardListener<Event>(
  listener: (event: Event) => void,
  onError: (error: unknown) => void,
): (event: Event) => void {
  return (event) => {
    try {
      // An async function is a valid listener too. An unhandled rejection would end the process.
      const result: unknown = listener(event);
      if (result instanceof Promise) result.catch(onError);
    } catch (error) {
      onError(error);
    }
  };
}
