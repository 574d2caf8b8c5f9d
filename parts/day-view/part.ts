/** Opens the whole site as of another moment, by a signed link (README.md). Without this part such links are 404. */
import { createLedgerClient } from '../../server/content/ledger-client.ts';
import { DayView } from './day-view.ts';
import { definePart } from '../../server/part.ts';

export const dayView = definePart({
  settings: {},
  open({ config, content, settings, renderer, additions }) {
    const { strapiUrl, siteUrl, webhookSecret: secret } = config;
    const view = new DayView({
      secret,
      content,
      settings,
      renderer,
      past: additions.pastAnswers ?? null,
      ledger: strapiUrl ? createLedgerClient(strapiUrl, secret) : null,
      secure: siteUrl.startsWith('https:'),
    });
    return {
      mount(app) {
        app.use('/api/*', view.refuseToday);
        for (const path of ['/assets/*', '/media/*', '/drawings/*']) app.use(path, view.serveArchivedFiles);
        app.route('/api/preview/day', view.routes());
      },
      answerPage: (context) => view.answer(context),
      lookAtOtherContent: (cookies, look) => view.look(cookies, look),
    };
  },
});
