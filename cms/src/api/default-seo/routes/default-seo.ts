import { factories } from '@strapi/strapi';

export default factories.createCoreRouter('api::default-seo.default-seo', { only: ['find'] });
