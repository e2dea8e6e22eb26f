/** The default maximum length of one file in the context, in characters (UTF-16 code units). */
export const defaultMaxFileCharacters = 20_000;

/** The default maximum length of all files in the context together, in characters (UTF-16 code units). */
export const defaultMaxCharacters = 100_000;

/** The maximum size of a file, in bytes. A larger one is not read at all. */
export const maxFileBytes = 4_194_304;

/** The maximum length of a memory entry or of an entry of a daily note, in characters (UTF-16 code units). */
export const maxEntryCharacters = 10_000;
