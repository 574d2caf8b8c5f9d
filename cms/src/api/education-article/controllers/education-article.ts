import { factories } from '@strapi/strapi';

export default factories.createCoreController('api::education-article.education-article');
