import { factories } from '@strapi/strapi';

export default factories.createCoreController('api::header-nav-item.header-nav-item');
