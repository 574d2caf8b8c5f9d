/** The board of `deploy/monitoring/`, for tests that need no Prometheus. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../tools/project-root.ts';

/** Figures of the board, by their title. */
export function boardFigures(): { title: string; expr: string }[] {
  const board = JSON.parse(readFileSync(join(projectRoot, 'deploy/monitoring/board.json'), 'utf8')) as {
    panels: { title: string; targets: { expr: string }[] }[];
  };
  return board.panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ title, expr })));
}

/** Strapi's figures need a Strapi. */
export const isOfStrapi = (expression: string) => /\bcms_/.test(expression);
