/** The choice of a theme: light, dark, or that of the visitor's system. Only a script can store the choice, so `theme-choice.ts` shows it. */
import { useCurrentPage } from '../ui/current-page.tsx';
import styles from './ThemeChoice.module.css';

const themes = ['system', 'light', 'dark'] as const;

export function ThemeChoice() {
  const { t } = useCurrentPage();
  return (
    <fieldset className={styles.choice} data-theme-choice hidden>
      <legend>{t('layout.theme.title')}</legend>
      {themes.map((theme) => (
        <label key={theme}>
          <input type="radio" name="theme" value={theme} autoComplete="off" />
          <span>{t(`layout.theme.${theme}`)}</span>
        </label>
      ))}
    </fieldset>
  );
}
