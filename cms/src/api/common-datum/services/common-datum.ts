import { factories } from '@strapi/strapi';

export default factories.createCoreService('api::common-datum.common-datum');
