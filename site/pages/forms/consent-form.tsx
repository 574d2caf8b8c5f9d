/** Gives and withdraws consent, also without JavaScript (R44): a plain form that posts to `/api/consent/choice`. */
import { useCurrentPage } from '../../ui/current-page.tsx';
import { consentCategories, consentServices } from '../../consent/consent-registry.ts';
import styles from '../consent-page.module.css';

interface Choice {
  value: string;
  label: string;
  about: string;
}

/** Lists a choice for each service, or for a category without services. */
function useChoices(): Choice[] {
  const { t } = useCurrentPage();
  return consentCategories
    .filter((category) => category !== 'necessary')
    .flatMap((category): Choice[] => {
      const label = t(`consent.category.${category}`);
      const services = consentServices[category].map((service) => ({
        value: `${category}.${service}`,
        label: `${label}: ${t(`consent.service.${service}`)}`,
        about: t(`consent.aboutService.${service}`),
      }));
      return services.length > 0 ? services : [{ value: category, label, about: t(`consent.about.${category}`) }];
    });
}

/** @param saved true on the page after a choice, which has a different address: the cached page must not contain the message. */
export function ConsentForm({ saved }: { saved: boolean }) {
  const { t, locale } = useCurrentPage();
  const choices = useChoices();
  return (
    <section id="consent" className={styles.consent} aria-labelledby="consent-title">
      <h2 id="consent-title">{t('consent.formTitle')}</h2>
      {saved && (
        <p className={styles.saved} role="status">
          {t('consent.formSaved')}
        </p>
      )}
      <p>{t('consent.formText')}</p>
      <form method="post" action="/api/consent/choice" data-consent>
        <input type="hidden" name="locale" value={locale} />
        <ul role="list" className={styles.choices}>
          <li>
            <label>
              <input type="checkbox" checked disabled />
              <span>
                {t('consent.category.necessary')} ({t('consent.always')})
              </span>
            </label>
            <p>{t('consent.about.necessary')}</p>
          </li>
          {choices.map(({ value, label, about }) => (
            <li key={value}>
              <label>
                <input type="checkbox" name="allow" value={value} aria-describedby={`about-${value}`} />
                <span>{label}</span>
              </label>
              <p id={`about-${value}`}>{about}</p>
            </li>
          ))}
        </ul>
        <div className={styles.buttons}>
          <button type="submit" className="button" name="choice" value="all">
            {t('consent.acceptAll')}
          </button>
          <button type="submit" className="button" name="choice" value="necessary">
            {t('consent.rejectAll')}
          </button>
          <button type="submit" className="button" name="choice" value="selection">
            {t('consent.acceptSelection')}
          </button>
        </div>
      </form>
    </section>
  );
}
