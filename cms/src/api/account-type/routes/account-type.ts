import { factories } from '@strapi/strapi';

export default factories.createCoreRouter('api::account-type.account-type', { only: ['find', 'findOne'] });
