/**
 * `npm run rooms`: counts the rooms and lists violations of their rules; `-- NAME` shows the files, imports and importers of a room, `-- draw`
 * updates the picture in docs/architecture.md.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { rooms as roots } from '../checks/architecture-arrows.ts';
import { checkRooms } from '../checks/check-rooms.ts';
import { importGraph } from '../checks/import-graph.ts';
import type { Arrow, Room } from '../checks/room-graph.ts';
import { drawPicture, pictureFile, replacePicture } from '../checks/room-picture.ts';
import { projectRoot } from '../project-root.ts';

/** A room with at most so many files is named in the summary. */
const smallRoom = 2;

function formatArrows(arrows: Iterable<readonly [string, Arrow]>): string {
  return (
    [...arrows]
      .sort(([one], [other]) => one.localeCompare(other, 'en'))
      .map(([name, { imports, typeOnly }]) => `${name} ${imports}${typeOnly ? ' (types)' : ''}`)
      .join(', ') || 'nothing'
  );
}

function describeRoom({ name, files, tests }: Room): string {
  const importers = [...arrows].flatMap(([from, targets]): [string, Arrow][] => {
    const arrow = targets.get(name);
    return arrow ? [[from, arrow]] : [];
  });
  return [
    `${name}/  ${files.length} files, ${tests} with tests: ${files.map((file) => basename(file)).join(', ')}`,
    `  imports from ${formatArrows(arrows.get(name) ?? [])}`,
    `  is imported by ${formatArrows(importers)}`,
  ].join('\n');
}

/** Writes a line for each top folder: its number of rooms and files, and its smallest rooms. */
function summarize(): string[] {
  const tops = Map.groupBy(rooms, ({ name }) => name.split('/', 1)[0] ?? '');
  return [...tops].map(([top, those]) => {
    const files = those.reduce((sum, room) => sum + room.files.length, 0);
    const small = those.filter((room) => room.files.length <= smallRoom && room.name !== top);
    return `  ${top.padEnd(9)} ${String(those.length).padStart(3)} rooms, ${String(files).padStart(3)} files${small.length > 0 ? `; small: ${small.map(({ name }) => name.slice(top.length + 1)).join(', ')}` : ''}`;
  });
}

const [name] = process.argv.slice(2);
if (name === 'draw') {
  const file = join(projectRoot, pictureFile);
  writeFileSync(file, replacePicture(readFileSync(file, 'utf8'), drawPicture(importGraph(projectRoot, roots))));
  console.log(`  ${pictureFile} is drawn.`);
  process.exit();
}
const { rooms, arrows, circles, findings } = checkRooms(projectRoot);
const shown = rooms.filter((room) => name !== undefined && `${room.name}/`.startsWith(`${name.replace(/\/$/, '')}/`));
for (const room of shown) console.log(`\n${describeRoom(room)}`);
if (name === undefined) console.log(`\n${summarize().join('\n')}`);
for (const finding of findings) console.log(`  ✗ ${finding}`);
const about = name === undefined ? '; npm run rooms -- NAME shows one' : '';
console.log(`\n  ${rooms.length} rooms, ${circles.length} circles, ${findings.length} findings${about}.\n`);
process.exitCode = findings.length > 0 || (name !== undefined && shown.length === 0) ? 1 : 0;
