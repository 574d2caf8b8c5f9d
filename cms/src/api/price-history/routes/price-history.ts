import { factories } from '@strapi/strapi';

export default factories.createCoreRouter('api::price-history.price-history', { only: ['find', 'findOne'] });
