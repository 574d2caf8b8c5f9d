import { factories } from '@strapi/strapi';
import { writeInstrumentSet } from '../instrument-set';
import { uid } from '../instrument-tables';
import { publishedPage } from '../published-page';

export default factories.createCoreController(uid, ({ strapi }) => ({
  async find(context) {
    // Strapi answers in its older shape when it is asked to.
    const answer = context.get('strapi-response-format') ? null : await publishedPage(strapi, context.query);
    return answer ?? super.find(context);
  },
  async writeSet(context) {
    context.body = await writeInstrumentSet(strapi, context.request.body);
  },
}));
