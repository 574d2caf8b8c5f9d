import { factories } from '@strapi/strapi';

export default factories.createCoreController('api::trading-calendar.trading-calendar');
