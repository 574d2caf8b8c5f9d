import { siteUrl } from '../src/setup/environment';

export default [
  'strapi::logger',
  'strapi::errors',
  'global::uploads-headers',
  'strapi::security',
  {
    name: 'strapi::cors',
    config: { origin: [siteUrl], methods: ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'] },
  },
  'strapi::query',
  'strapi::body',
  'strapi::session',
  'strapi::favicon',
  'strapi::public',
];
