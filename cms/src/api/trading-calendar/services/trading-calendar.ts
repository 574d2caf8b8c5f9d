import { factories } from '@strapi/strapi';

export default factories.createCoreService('api::trading-calendar.trading-calendar');
