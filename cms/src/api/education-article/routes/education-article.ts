import { factories } from '@strapi/strapi';

export default factories.createCoreRouter('api::education-article.education-article', { only: ['find', 'findOne'] });
