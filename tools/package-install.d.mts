/** True when `node_modules` of the folder holds everything of its `package-lock.json`. */
export function installedByHand(root: string): boolean;
export function innerEnvironment(): NodeJS.ProcessEnv;
/** @returns a sentence, or null when the folder can be written. */
export function findUnwritable(folder: string): string | null;
export function planInstall(folder: string): { command: string[]; problem: string | null };
