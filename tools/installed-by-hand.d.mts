/** True when `node_modules` of the folder holds everything of its `package-lock.json`. */
export function installedByHand(root: string): boolean;
