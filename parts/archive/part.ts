/** Keeps every page that visitors were given (README.md). Without this part nobody can say what stood at an address. */
import * as v from 'valibot';
import { createArchiveApi } from './archive-api.ts';
import { createPageLogApi } from './page-log-api.ts';
import { readPastAnswers } from './past-answers.ts';
import { openSiteArchive } from './site-archive.ts';
import { type OpenPart, definePart } from '../../server/part.ts';

export const archive = definePart({
  settings: { ARCHIVE: v.optional(v.picklist(['on', 'off'], 'must be on or off'), 'on') },
  open(site, { ARCHIVE }): OpenPart {
    const { config, log, events, content, pages } = site;
    const opened =
      ARCHIVE === 'on' && !site.development
        ? openSiteArchive({ ...site, ...content, assets: site.builtFiles() })
        : null;
    const mount: OpenPart['mount'] = (app) => {
      app.route('/api/archive', createArchiveApi({ archive: opened, config, secret: config.webhookSecret, log }));
      app.route('/.well-known/page-log', createPageLogApi(opened));
    };
    if (!opened) return { mount };
    events.on('answer', opened.onAnswer);
    events.on('file', opened.onFile);
    events.on('drawing', opened.onDrawing);
    events.on('consent', opened.onConsent);
    return { mount, pastAnswers: readPastAnswers(opened), start: () => opened.start(pages), stop: opened.stop };
  },
});
