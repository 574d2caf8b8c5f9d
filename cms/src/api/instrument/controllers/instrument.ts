import { factories } from '@strapi/strapi';
import { importInstruments } from '../instrument-set';
import { uid } from '../instrument-tables';

export default factories.createCoreController(uid, ({ strapi }) => ({
  async writeSet(context) {
    const answer = await importInstruments(strapi, context.request.body);
    if ('waiting' in answer) context.status = 202;
    context.body = answer;
  },
}));
