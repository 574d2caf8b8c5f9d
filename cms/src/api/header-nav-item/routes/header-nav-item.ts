import { factories } from '@strapi/strapi';

export default factories.createCoreRouter('api::header-nav-item.header-nav-item', { only: ['find', 'findOne'] });
