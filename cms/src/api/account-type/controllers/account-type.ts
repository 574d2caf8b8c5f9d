import { factories } from '@strapi/strapi';

export default factories.createCoreController('api::account-type.account-type');
