import { factories } from '@strapi/strapi';
import { importInstruments } from '../instrument-set';
import { instrumentUid } from '../instrument-tables';

export default factories.createCoreController(instrumentUid, ({ strapi }) => ({
  /** `POST /api/instrument-set`: 200 when the import is written, 202 when it waits for approval. */
  async writeSet(context) {
    const answer = await importInstruments(strapi, context.request.body);
    if ('waiting' in answer) context.status = 202;
    context.body = answer;
  },
}));
