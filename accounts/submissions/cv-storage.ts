/** Stores CVs in a folder that is never served, or in an S3-compatible store. The names of files are generated, and contain no part of the sender's file name. */
import { join } from 'node:path';
import { openFolderStorage } from './folder-storage.ts';
import { openS3Storage, parseS3Url } from './s3-storage.ts';

export interface CvStorage {
  /** Moves a checked file from the folder of uploads into the storage. */
  keep: (receivedFile: string, key: string) => Promise<void>;
  read: (key: string) => Promise<Buffer>;
  remove: (key: string) => Promise<void>;
  /** Lists the keys of files from before a moment in milliseconds, to find files whose record was never written. */
  listOlderThan: (moment: number) => Promise<string[]>;
}

/** Opens the configured store, or a folder in the data folder when none is configured. @throws when the address of the store is invalid. */
export function openCvStorage({ dataDir, cvStorageUrl }: { dataDir: string; cvStorageUrl: string }): CvStorage {
  return cvStorageUrl ? openS3Storage(parseS3Url(cvStorageUrl)) : openFolderStorage(join(dataDir, 'cv'));
}
