import { Prose } from '../../ui/text/Prose.tsx';
import { Section } from '../../ui/text/Section.tsx';
import { useCurrentPage } from '../../ui/current-page.tsx';
import type { BlockOf, ProductPanel } from '../resolved-block.ts';
import styles from './Product.module.css';

function Drawing({ panel: { alt, drawings } }: { panel: ProductPanel }) {
  const { narrow, medium, wide } = drawings;
  return (
    <picture>
      <source media="(width < 40rem)" srcSet={narrow.src} width={narrow.width} height={narrow.height} />
      <source media="(width < 68rem)" srcSet={medium.src} width={medium.width} height={medium.height} />
      <img src={wide.src} alt={alt} width={wide.width} height={wide.height} loading="lazy" decoding="async" />
    </picture>
  );
}

/** The trading platforms, drawn from the figures of instruments; several as tabs, which are radio buttons and need no script. */
export function Product({ block }: { block: BlockOf<'blocks.product'> }) {
  const { t } = useCurrentPage();
  const { id, panels, figures } = block;
  if (panels.length === 0 || !figures) return null;
  const tab = (view: string) => `${id}-${view}`;
  return (
    <Section block={block} className={styles.product}>
      <div className={styles.views}>
        {panels.length > 1 ? (
          <fieldset className={styles.tabs}>
            <legend className="visually-hidden">{t('product.legend')}</legend>
            {panels.map(({ view }, index) => (
              <label key={view}>
                <input type="radio" name={tab('view')} id={tab(view)} defaultChecked={index === 0} />
                <span>{t(`product.${view}`)}</span>
              </label>
            ))}
          </fieldset>
        ) : null}
        {panels.map((panel) => (
          <div key={panel.view} className={styles.panel} data-view={panel.view}>
            <Drawing panel={panel} />
            {panel.callouts.length > 0 ? (
              <ol role="list" className={styles.callouts}>
                {panel.callouts.map(({ title, text, from }) => (
                  <li key={title} data-from={from}>
                    <h3>{title}</h3>
                    <Prose html={text} as="p" />
                  </li>
                ))}
              </ol>
            ) : null}
          </div>
        ))}
        <p className={styles.note}>{figures.note}</p>
        <details className={styles.figures}>
          <summary>{t('product.asText')}</summary>
          <table>
            <caption>{figures.caption}</caption>
            <tbody>
              {figures.lines.map(([name, value]) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td>{value}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      </div>
    </Section>
  );
}
