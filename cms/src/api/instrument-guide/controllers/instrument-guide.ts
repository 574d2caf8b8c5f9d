import { factories } from '@strapi/strapi';

export default factories.createCoreController('api::instrument-guide.instrument-guide');
