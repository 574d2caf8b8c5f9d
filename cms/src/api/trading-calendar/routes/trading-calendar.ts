import { factories } from '@strapi/strapi';

export default factories.createCoreRouter('api::trading-calendar.trading-calendar', { only: ['find', 'findOne'] });
