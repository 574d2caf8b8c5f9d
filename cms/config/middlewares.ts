import { siteUrl } from '../src/setup/environment';

export default [
  // First, so that it sees what became of an error.
  'global::metrics',
  'strapi::logger',
  'strapi::errors',
  'global::uploads-headers',
  'strapi::security',
  {
    name: 'strapi::cors',
    config: { origin: [siteUrl], methods: ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'] },
  },
  'strapi::query',
  // 5 000 instruments in one request are about 4 MB (src/api/instrument/instrument-set.ts).
  { name: 'strapi::body', config: { jsonLimit: '12mb' } },
  'strapi::session',
  'strapi::favicon',
  'strapi::public',
];
