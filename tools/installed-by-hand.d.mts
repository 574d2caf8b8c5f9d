/** Tells whether `node_modules` of the folder holds all packages of its `package-lock.json`. */
export function installedByHand(root: string): boolean;
