/** `npm run instruments -- import` writes with an API token that has the right `writeSet`; visitors have none. */
export default {
  routes: [{ method: 'POST', path: '/instrument-set', handler: 'instrument.writeSet' }],
};
