import { factories } from '@strapi/strapi';

export default factories.createCoreController('api::glossary-term.glossary-term');
