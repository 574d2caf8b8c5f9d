import { factories } from '@strapi/strapi';

export default factories.createCoreService('api::header-nav-item.header-nav-item');
