import { factories } from '@strapi/strapi';

// Writing takes an API token with that right: `npm run instruments -- import` uses one, and visitors have none.
export default factories.createCoreRouter('api::instrument.instrument', {
  only: ['find', 'findOne', 'create', 'update'],
});
