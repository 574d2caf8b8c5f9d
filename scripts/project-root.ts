/** Where the project is, whatever folder a script was started in. */
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

export const projectRoot = dirname(dirname(fileURLToPath(import.meta.url)));
