/** The maximum size of a payload, in UTF-16 code units. A larger one is not read, and denied before a tool. */
export const maxPayloadLength = 33_554_432;
