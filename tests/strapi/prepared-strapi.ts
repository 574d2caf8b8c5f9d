/** Loaded before every file of the project `strapi`: `npm test` may still be installing, compiling or seeding Strapi. */
import { preparedStrapi } from './strapi-process.ts';

await preparedStrapi();
