import { factories } from '@strapi/strapi';

export default factories.createCoreRouter('api::education-category.education-category', { only: ['find', 'findOne'] });
