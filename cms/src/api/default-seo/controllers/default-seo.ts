import { factories } from '@strapi/strapi';

export default factories.createCoreController('api::default-seo.default-seo');
