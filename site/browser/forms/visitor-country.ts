/**
 * Chooses the visitor's country in a form that asks for one. The country is guessed from the network address (R42), so an earlier choice of the
 * visitor has precedence.
 */
import { isAutomated } from '../automated-browser.ts';

/** Chooses the country. Never throws: without an answer, the visitor chooses. */
export async function chooseVisitorCountry(form: HTMLFormElement): Promise<void> {
  const select = form.elements.namedItem('country');
  const isOpen = () => select instanceof HTMLSelectElement && select.isConnected && select.value === '';
  if (!isOpen() || isAutomated()) return;
  try {
    const answer = await fetch('/api/geo');
    const { country, registration } = (await answer.json()) as { country?: string | null; registration?: string };
    if (country === undefined) throw new Error('The answer names no country.');
    // Whatever country the visitor declares.
    if (registration === 'declaration') form.querySelector('[data-declares]')?.setAttribute('data-declares', 'yes');
    if (!country || !isOpen() || !(select instanceof HTMLSelectElement)) return;
    // A country that is not in the list leaves it empty.
    select.value = country;
    // As if the visitor had chosen it: the dialling code follows.
    if (select.value) select.dispatchEvent(new Event('input', { bubbles: true }));
  } catch (error) {
    console.warn('The country is not known.', error);
  }
}
