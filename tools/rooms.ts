/** `npm run rooms`: lists every folder with its files, imports and importers, and all findings. `-- draw` updates the picture in docs/architecture.md. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rooms as roots } from './checks/architecture/architecture-arrows.ts';
import { checkRooms } from './checks/architecture/check-rooms.ts';
import { importGraph } from './checks/architecture/import-graph.ts';
import { type Arrow, type Arrows } from './checks/architecture/room-graph.ts';
import { drawing, pictureFile, withPicture } from './checks/architecture/room-picture.ts';
import { projectRoot } from './project-root.ts';

function listed(arrows: Iterable<readonly [string, Arrow]>): string {
  return (
    [...arrows]
      .sort(([one], [other]) => one.localeCompare(other, 'en'))
      .map(([name, { imports, typeOnly }]) => `${name} ${imports}${typeOnly ? ' (types)' : ''}`)
      .join(', ') || 'nothing'
  );
}

function arrowsTo(name: string, arrows: Arrows): [string, Arrow][] {
  return [...arrows].flatMap(([from, targets]): [string, Arrow][] => {
    const arrow = targets.get(name);
    return arrow ? [[from, arrow]] : [];
  });
}

if (process.argv[2] === 'draw') {
  const file = join(projectRoot, pictureFile);
  writeFileSync(file, withPicture(readFileSync(file, 'utf8'), drawing(importGraph(projectRoot, roots))));
  console.log(`  ${pictureFile} is drawn.`);
} else {
  const { rooms, arrows, circles, findings } = checkRooms(projectRoot);
  for (const { name, files, tests } of rooms) {
    console.log(
      `\n${name}/  ${files.length} files, ${tests} with tests\n  imports from ${listed(arrows.get(name) ?? [])}\n  is imported by ${listed(arrowsTo(name, arrows))}`,
    );
  }
  console.log(`\n${rooms.length} rooms, ${circles.length} circles.`);
  for (const finding of findings) console.log(`  ✗ ${finding}`);
  process.exitCode = findings.length > 0 ? 1 : 0;
}
