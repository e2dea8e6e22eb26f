/** Thrown for invalid arguments of a call, such as a cursor of another list. The message is for the calling agent. */
export class InvalidArgumentsError extends Error {
  override readonly name = "InvalidArgumentsError";
}
