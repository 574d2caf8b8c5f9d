import { factories } from '@strapi/strapi';

export default factories.createCoreRouter('api::common-datum.common-datum', { only: ['find'] });
