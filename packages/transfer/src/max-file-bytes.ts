/** The size limit of a file that is exported, imported, copied or kept in the backup, in bytes. */
export const maxFileBytes = 16_777_216;
