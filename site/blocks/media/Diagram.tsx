import { Note } from '../../ui/Note.tsx';
import { Section } from '../../ui/Section.tsx';
import { useCurrentPage } from '../../ui/current-page.tsx';
import type { BlockNamed } from '../resolved-block.ts';
import styles from './Diagram.module.css';

/** A picture drawn from data, loaded when it comes into view; a table below it repeats its figures. */
export function Diagram({ block }: { block: BlockNamed<'blocks.diagram'> }) {
  const { t } = useCurrentPage();
  const { picture, kind, note } = block;
  if (!picture) return null;
  const {
    alt,
    table,
    drawings: { narrow, medium, wide },
  } = picture;
  // A table that is wider than its place scrolls by keyboard.
  const region = { role: 'group', tabIndex: 0, 'aria-label': table.caption } as const;
  return (
    <Section block={block}>
      <figure className={styles.diagram} data-diagram={kind}>
        <picture>
          <source media="(width < 40rem)" srcSet={narrow.src} width={narrow.width} height={narrow.height} />
          <source media="(width < 68rem)" srcSet={medium.src} width={medium.width} height={medium.height} />
          <img src={wide.src} alt={alt} width={wide.width} height={wide.height} loading="lazy" decoding="async" />
        </picture>
        <figcaption>
          {note ? <Note html={note} /> : null}
          <details>
            <summary>{t('diagram.asText')}</summary>
            <div className="table-scroll" {...region}>
              <table>
                <caption>{table.caption}</caption>
                <thead>
                  <tr>
                    {table.head.map((name) => (
                      <th key={name} scope="col">
                        {name}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {table.rows.map((row) => (
                    <tr key={row.join()}>
                      {row.map((cell, index) =>
                        index === 0 ? (
                          <th key={table.head[index]} scope="row">
                            {cell}
                          </th>
                        ) : (
                          <td key={table.head[index]}>{cell}</td>
                        ),
                      )}
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          </details>
        </figcaption>
      </figure>
    </Section>
  );
}
