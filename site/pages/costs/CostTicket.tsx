/** The cost ticket as a part of a page: prefilled, and answered by `/trading-tools`. */
import { Island } from '../../islands/Island.tsx';
import type { CostToolProps } from '../../islands/cost-tool.island.tsx';
import { useCurrentPage } from '../../ui/current-page.tsx';
import { Section } from '../../ui/Section.tsx';
import { cx } from '../../ui/cx.ts';
import styles from './cost-pages.module.css';

/** A section with the ticket. @param props of `costToolProps`. */
export function CostTicket({ props, id = 'ticket' }: { props: CostToolProps; id?: string }) {
  const { t } = useCurrentPage();
  return (
    <Section block={{ id, heading: t('costs.ticket') }} after={<p className={styles.lead}>{t('costs.ticketText')}</p>}>
      {/* An island has no box, so the section's grid needs one around it. */}
      <div>
        <Island name="cost-tool" load="interaction" props={props} />
      </div>
    </Section>
  );
}

/**
 * The ticket with a heading of its own, inside another section.
 * @param spread from a desk on, its form and its bill are two items of the grid that it stands in.
 */
export function CostTool({ props, spread = false }: { props: CostToolProps; spread?: boolean }) {
  const { t } = useCurrentPage();
  return (
    <div className={cx(styles.answer, spread && styles.spread)} role="group" aria-labelledby="ticket">
      <h2 id="ticket">{t('costs.ticket')}</h2>
      <Island name="cost-tool" load="interaction" props={props} />
    </div>
  );
}
