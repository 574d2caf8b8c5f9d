/** A choice of a language keeps the whole query of the address, also the part that a script has set, or that the server does not know. */
export function keepQueryOfLanguages(): void {
  document.addEventListener('click', ({ target }) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[data-language]') : null;
    const path = link && new URL(link.href).searchParams.get('path')?.split('?')[0];
    if (path)
      link.href = `/api/locale?${new URLSearchParams({ to: link.dataset['language'] ?? '', path: path + location.search })}`;
  });
}
