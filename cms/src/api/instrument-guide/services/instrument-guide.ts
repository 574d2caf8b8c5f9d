import { factories } from '@strapi/strapi';

export default factories.createCoreService('api::instrument-guide.instrument-guide');
