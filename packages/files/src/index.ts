export { cacheRealPaths, openRoot, rootFor, type Root, type RootOptions } from "./root.ts";
export { followLink, isInGitDirectory, locate, locateTarget, type LinkPolicy } from "./locate.ts";
export { errorCode, failureOf, fileFailureOf, isMissing, messageOf, toFileSystemFailure } from "./failure.ts";
export { isSupportedNode, minimumNode } from "./supported-node.ts";
export { pathInside, shownPath, toPosix } from "./paths.ts";
export {
  describeReadError,
  describeUnread,
  openIn,
  readFileIn,
  readFileInSync,
  type FileContent,
  type OpenFile,
  type OpenMode,
  type OpenOptions,
  type ReadOptions,
} from "./read-file.ts";
export { readLinesIn, type ReadLinesOptions } from "./read-lines.ts";
export {
  canCreate,
  directoryIn,
  existsAt,
  identityOf,
  isExecutable,
  isWritable,
  kindAt,
  kindIn,
  linkTargetAt,
  linkTextIn,
  listDirectory,
  listDirectorySync,
  modifiedAt,
  ownershipAt,
  realPathAt,
  statusAt,
  statusIn,
  type DirectoryEntry,
  type Ownership,
  type PathKind,
} from "./inspect.ts";
export {
  createFile,
  linkFile,
  moveFile,
  putFile,
  removeFile,
  removeTree,
  replaceFile,
  setMode,
  syncDirectory,
  type FileParts,
  type WriteOptions,
} from "./write-file.ts";
export { identifyFile, type FileIdentity, type FileNumbers } from "./file-identity.ts";
export { appendLines } from "./append-lines.ts";
export { buildVersion } from "./build-version.ts";
export { isUnchanged, isUnchangedAt, noFile, storedStatus, toFileStatus, type FileStatus } from "./snapshot/file-status.ts";
export type { SnapshotEntry, SnapshotSection } from "./snapshot/section.ts";
export { readSection, writeSections, type SectionName, type SnapshotLocation } from "./snapshot/snapshot-file.ts";
export { RememberedValues } from "./snapshot/remembered-values.ts";
export { monotonicTime } from "./monotonic-time.ts";
export { randomId } from "./random-id.ts";
export { stateDir } from "./state-directory.ts";
export { sha256 } from "./sha256.ts";
export { removeStaleFiles } from "./remove-stale-files.ts";
export { removeEmptyDirectory } from "./directories.ts";
export { hasExecutableBit } from "./permissions.ts";
export {
  createFileSync,
  createLinkSync,
  putFileSync,
  replaceFileSync,
  type PutOptions,
  type SyncWriteOptions,
} from "./write-file-sync.ts";
export { BytePaths } from "./byte-paths.ts";
export { findGitDirectories, readGitFile, readGitMetadata, type GitDirectories } from "./git-metadata.ts";
export { readProcessFile } from "./process-file.ts";
export { FileReader } from "./file-reader.ts";
export { CachedDirectory } from "./directory-handle.ts";
export { appendFile } from "./append-file.ts";
export { replaceFileText } from "./replace-file-text.ts";
export { makeDirectory, makePrivateDirectory, makePrivateFile } from "./directories.ts";
export { checkDatabaseFile, databaseSuffixes } from "./database-file.ts";
export { copyDirectory, createTemporaryDirectory, removeDirectory } from "./directories.ts";
export { acquireLock, withLock, type Lock } from "./lock.ts";
export { watchPaths, type PathWatcher, type WatchedPath } from "./watch/watch-paths.ts";
export { DirectoryWatches, type DirectoryEventKind, type DirectoryWatchesOptions } from "./watch/directory-watches.ts";
export { watchBackends, type WatchBackend } from "./watch/open-watch.ts";
export { ChangeQueue } from "./watch/change-queue.ts";
export { reportWatchFailure, watchDiagnostics } from "./watch/watch-diagnostics.ts";
export { pollFile, watchWrites } from "./watch/watch-file.ts";
export { isInternalFile } from "./internal-files.ts";
export { isSecretFile } from "./secret-files.ts";
