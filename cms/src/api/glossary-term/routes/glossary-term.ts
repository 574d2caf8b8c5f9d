import { factories } from '@strapi/strapi';

export default factories.createCoreRouter('api::glossary-term.glossary-term', { only: ['find', 'findOne'] });
