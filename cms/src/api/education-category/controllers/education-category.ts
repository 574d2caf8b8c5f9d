import { factories } from '@strapi/strapi';

export default factories.createCoreController('api::education-category.education-category');
