/** What the id of a user may be: it names a directory of that person's rules, and must not lead anywhere else. */
export const userIdPattern: RegExp = /^\w[\w.@+-]*$/;

/** The same in words. */
export const userIdExpected = "letters, digits, and . @ + - _";
