/** The queries of readers, in which lists are found. */

/**
 * The statements for lists: the same strings each time, so that looking them up hashes none. Each walks an index in the order of its list and
 * reads as many rows as it returns (`../query-plans.test.ts`).
 */
export const listStatements = {
  ascending:
    'SELECT id FROM listed WHERE type = ? AND shown = ? AND relation = ? AND target = ? ORDER BY sort, id LIMIT ? OFFSET ?',
  descending:
    'SELECT id FROM listed WHERE type = ? AND shown = ? AND relation = ? AND target = ? ORDER BY sort DESC, id LIMIT ? OFFSET ?',
  // SQLite merges the two as it walks their indexes.
  newest:
    'SELECT type, id, sort FROM listed WHERE type = ? AND shown = ? AND relation = ? AND target = ? UNION ALL SELECT type, id, sort FROM listed WHERE type = ? AND shown = ? AND relation = ? AND target = ? ORDER BY sort DESC, id LIMIT ? OFFSET ?',
  count: 'SELECT n FROM counts WHERE type = ? AND shown = ? AND relation = ? AND target = ?',
  redirected:
    "SELECT sort AS path FROM listed WHERE type = 'redirect' AND shown = ? AND relation = '' AND target = '' AND locale = ?",
  // Without its name, SQLite walks all documents of the type.
  slug: 'SELECT id FROM documents INDEXED BY documents_slug WHERE type = ? AND locale = ? AND slug = ? ORDER BY taken_down, id',
  formerSlug: 'SELECT id FROM former_slugs WHERE type = ? AND locale = ? AND slug = ?',
};
/** Stands for the list of the whole type, in the place of a relation and its target. */
export const wholeType = ['', ''] as const;
