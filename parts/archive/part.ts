/** Keeps every page that visitors were given (README.md). Without this part nobody can say what stood at an address. */
import * as v from 'valibot';
import { createArchiveApi } from './archive-api.ts';
import { createPageLogApi } from './page-log-api.ts';
import { readPastAnswers } from './past-answers.ts';
import { openSiteArchive } from './site-archive.ts';
import { type PartAdditions, definePart } from '../../server/part.ts';

export const archive = definePart({
  settings: { ARCHIVE: v.optional(v.picklist(['on', 'off'], 'must be on or off'), 'on') },
  open(site, { ARCHIVE }): PartAdditions {
    const { config, log, events, content, pages } = site;
    const siteArchive =
      ARCHIVE === 'on' && !site.development
        ? openSiteArchive({ ...site, ...content, assets: site.builtFiles() })
        : null;
    const mount: PartAdditions['mount'] = (app) => {
      app.route('/api/archive', createArchiveApi({ archive: siteArchive, config, secret: config.webhookSecret, log }));
      app.route('/.well-known/page-log', createPageLogApi(siteArchive));
    };
    if (!siteArchive) return { mount };
    events.on('answered', siteArchive.onAnswer);
    events.on('fileServed', siteArchive.onFile);
    events.on('drawingServed', siteArchive.onDrawing);
    events.on('consentStored', siteArchive.onConsent);
    return {
      mount,
      pastAnswers: readPastAnswers(siteArchive),
      start: () => siteArchive.start(pages),
      stop: siteArchive.stop,
    };
  },
});
