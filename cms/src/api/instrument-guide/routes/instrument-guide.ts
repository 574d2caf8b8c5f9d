import { factories } from '@strapi/strapi';

export default factories.createCoreRouter('api::instrument-guide.instrument-guide', { only: ['find', 'findOne'] });
