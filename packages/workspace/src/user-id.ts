/** The pattern of user ids. An id is also a directory name, so it must not contain a path. */
export const userIdPattern: RegExp = /^\w[\w.@+-]*$/;

/** The characters of user ids, for messages. */
export const userIdExpected = "letters, digits, and . @ + - _";
