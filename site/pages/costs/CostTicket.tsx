/** The cost ticket as a part of a page, with initial values, or as a line that leads to it; `/trading-tools` answers it. */
import { Island } from '../../islands/Island.tsx';
import type { CostToolProps } from '../../islands/cost-tool.island.tsx';
import { linkTo } from '../../route-patterns.ts';
import { ActionLink } from '../../ui/navigation/ActionLink.tsx';
import { useCurrentPage } from '../../ui/current-page.tsx';
import { Section } from '../../ui/Section.tsx';
import { cx } from '../../ui/cx.ts';
import { answerAnchor } from './cost-tool-props.ts';
import styles from './cost-pages.module.css';

/** A section with the ticket. `props` comes from `buildToolProps`. */
export function CostTicketSection({ props, id = 'ticket' }: { props: CostToolProps; id?: string }) {
  const { t } = useCurrentPage();
  return (
    <Section block={{ id, heading: t('costs.ticket') }} after={<p className={styles.lead}>{t('costs.ticketText')}</p>}>
      {/* An island has no box, so the section's grid needs one around it. */}
      <div>
        <Island name="cost-tool" load={props.facts.market ? 'visible' : 'interaction'} props={props} />
      </div>
    </Section>
  );
}

/** One line instead of the ticket: it leads to the ticket with this instrument. */
export function CostTicketLine({ symbol, name }: { symbol: string; name: string }) {
  const { t } = useCurrentPage();
  const url = `${linkTo('/trading-tools')}?symbol=${encodeURIComponent(symbol)}#${answerAnchor}`;
  return (
    <Section block={{ id: 'ticket', heading: null }} className={styles.line}>
      <p>
        <ActionLink action={{ name: t('costs.ticketOf', { name }), url, openInNewTab: false, style: 'quiet' }} />
      </p>
    </Section>
  );
}

/**
 * The ticket with its own heading, inside another section.
 * @param twoColumns makes form and bill two columns of the surrounding grid on a wide screen.
 */
export function CostTicketPanel({ props, twoColumns = false }: { props: CostToolProps; twoColumns?: boolean }) {
  const { t } = useCurrentPage();
  return (
    <div className={cx(styles.answer, twoColumns && styles.spread)} role="group" aria-labelledby="ticket">
      <h2 id="ticket">{t('costs.ticket')}</h2>
      <Island name="cost-tool" load="interaction" props={props} />
    </div>
  );
}
