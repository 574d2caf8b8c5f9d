import { factories } from '@strapi/strapi';

export default factories.createCoreRouter('api::faq-group.faq-group', { only: ['find', 'findOne'] });
