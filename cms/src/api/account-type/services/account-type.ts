import { factories } from '@strapi/strapi';

export default factories.createCoreService('api::account-type.account-type');
