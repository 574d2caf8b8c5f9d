/** Pages that neither sell nor explain a product. Every other page, present or future, must have a risk notice. `npm run check:risk` reads this too. */
export const withoutProducts: ReadonlySet<string> = new Set([
  'careers',
  'error',
  'faqs',
  'forgot-password',
  'glossary',
  'login',
  'tags',
]);
