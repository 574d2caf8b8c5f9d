import { factories } from '@strapi/strapi';

export default factories.createCoreRouter('api::instrument.instrument', { only: ['find', 'findOne'] });
