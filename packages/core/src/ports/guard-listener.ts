/**
 * A listener that harms nobody: what it throws, at once or later, is handed to somebody else.
 *
 * @param onError is told what it threw.
 */
export function guardListener<Event>(
  listener: (event: Event) => void,
  onError: (error: unknown) => void,
): (event: Event) => void {
  return (event) => {
    try {
      // Asynchronous functions pass for listeners, and a rejection that nobody takes ends the process.
      const later: unknown = listener(event);
      if (later instanceof Promise) later.catch(onError);
    } catch (error) {
      onError(error);
    }
  };
}
