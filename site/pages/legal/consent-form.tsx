/** Gives and withdraws consent, also without JavaScript (R44): a plain form that posts to `/api/consent/choice`. */
import { usePageContext } from '../../ui/page-context.ts';
import { consentCategories, consentServices } from '../../consent/consent-registry.ts';
import styles from './consent-page.module.css';

interface Category {
  name: string;
  /** What the category is for, all of its services together. */
  about: string;
  choices: { value: string; label: string }[];
}

function useCategories(): Category[] {
  const { t } = usePageContext();
  return consentCategories
    .filter((category) => category !== 'necessary')
    .map((category) => {
      const label = t(`consent.category.${category}`);
      const services = consentServices[category].map((service) => ({
        value: `${category}.${service}`,
        label: `${label}: ${t(`consent.service.${service}`)}`,
      }));
      return {
        name: category,
        about: t(`consent.about.${category}`),
        choices: services.length > 0 ? services : [{ value: category, label }],
      };
    });
}

/** @param saved true on the page after a choice: it has an address of its own, so that only this visitor gets the message. */
export function ConsentForm({ saved }: { saved: boolean }) {
  const { t, locale } = usePageContext();
  const categories = useCategories();
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
          {categories.map(({ name, about, choices }) => (
            <li key={name}>
              {choices.map(({ value, label }) => (
                <label key={value}>
                  <input type="checkbox" name="allow" value={value} />
                  <span>{label}</span>
                </label>
              ))}
              <p>{about}</p>
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
