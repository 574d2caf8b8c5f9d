import { factories } from '@strapi/strapi';

export default factories.createCoreService('api::education-article.education-article');
