/**
 * The parts of this site, in the order in which they open: each sees what those before it add. A part without its line here is not there; its folder
 * may then be deleted.
 */
import type { Part } from '../server/part.ts';
import { archive } from './archive/part.ts';
import { cdn } from './cdn/part.ts';
import { crm } from './crm/part.ts';
import { dayView } from './day-view/part.ts';
import { embed } from './embed/part.ts';

export const parts: readonly Part[] = [archive, cdn, crm, dayView, embed];
