/**
 * The types of sessions. `main`: one user, the owner of the agent. `shared`: a group chat or another session with
 * several users, which must not see the agent's memory.
 */
export const sessionTypes = ["main", "shared"] as const;

export type SessionType = (typeof sessionTypes)[number];

/** The files of the agent context. */
export const contextFileIds = ["agents", "spirit", "owner", "tools", "today", "yesterday", "memory", "bootstrap"] as const;

export type ContextFileId = (typeof contextFileIds)[number];

/**
 * The states of loading a file. `CHECK`: whether the file exists. `READ`: it is read. `CREATE`: it is missing, and its
 * default template is written or used. `FALLBACK`: it cannot be read, and its last good text is used. `REFUSED`: it
 * must not be read. `SUCCESS`: there is a text. `ABSENT`: an optional file does not exist. `FAILED`: there is no text.
 */
export const fileLoadStates = ["CHECK", "READ", "CREATE", "FALLBACK", "REFUSED", "SUCCESS", "ABSENT", "FAILED"] as const;

export type FileLoadState = (typeof fileLoadStates)[number];
