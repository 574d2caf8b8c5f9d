import { factories } from '@strapi/strapi';
import { uid, writeInstrumentSet } from '../instrument-set';

export default factories.createCoreController(uid, ({ strapi }) => ({
  async writeSet(context) {
    context.body = await writeInstrumentSet(strapi, context.request.body);
  },
}));
