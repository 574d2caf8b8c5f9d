import { factories } from '@strapi/strapi';
import { writeInstrumentSet } from '../instrument-set';
import { uid } from '../instrument-tables';

export default factories.createCoreController(uid, ({ strapi }) => ({
  async writeSet(context) {
    context.body = await writeInstrumentSet(strapi, context.request.body);
  },
}));
