import { factories } from '@strapi/strapi';

export default factories.createCoreRouter('api::footer-link.footer-link', { only: ['find', 'findOne'] });
