import { factories } from '@strapi/strapi';

export default factories.createCoreService('api::default-seo.default-seo');
