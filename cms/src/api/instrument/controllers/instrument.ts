import { factories } from '@strapi/strapi';
import { uid, writeInstrumentSet } from '../instrument-set';
import { publishedPage } from '../published-page';

export default factories.createCoreController(uid, ({ strapi }) => ({
  async find(context) {
    return (await publishedPage(strapi, context.query)) ?? super.find(context);
  },
  async writeSet(context) {
    context.body = await writeInstrumentSet(strapi, context.request.body);
  },
}));
