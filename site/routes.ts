/**
 * The table of all routes, which maps addresses to page modules. A static page without a line here shows only its blocks; a parameterised pattern of
 * `route-patterns.ts` without one does not compile.
 */
import { type StaticPageId, staticPaths } from '../content/static-paths.ts';
import { type RoutePattern } from './route-patterns.ts';
import { createTopicListPage, newsListPage } from './pages/articles/article-list-pages.tsx';
import { createArticlePage, newsByIdPage } from './pages/articles/article-page.tsx';
import { accountTypesPage } from './pages/costs/account-types-page.tsx';
import { assetListPage } from './pages/instruments/asset-list-page.tsx';
import { authorPage } from './pages/articles/author-page.tsx';
import { careersPage } from './pages/careers-page.tsx';
import { createContentPage } from './pages/content-page.tsx';
import { createEnquiryPage } from './pages/enquiry-form.tsx';
import { faqsPage } from './pages/faqs-page.tsx';
import { forgotPasswordPage } from './pages/account/forgot-password-page.tsx';
import { glossaryPage, glossaryTermPage } from './pages/glossary-page.tsx';
import { instrumentPage } from './pages/instruments/instrument-page.tsx';
import { jobPage } from './pages/job-page.tsx';
import { legalDocumentPage, createFixedLegalPage } from './pages/legal-page.tsx';
import { loginPage } from './pages/account/login-page.tsx';
import { createCenterPage } from './pages/articles/news-center.tsx';
import { errorPage } from './pages/error-page.tsx';
import { createMarketPage } from './pages/market-page.tsx';
import type { PageModule } from './page/page-module.ts';
import { searchPage } from './pages/search-page.tsx';
import { oldRegisterPage, registerPage } from './pages/account/registration-pages.tsx';
import { homePage } from './pages/home-page.tsx';
import { tradingToolsPage } from './pages/costs/trading-tools-page.tsx';
import { tradingHoursPage } from './pages/hours/trading-hours-page.tsx';
import { tagsPage } from './pages/articles/tags-page.tsx';

export interface Route {
  pattern: RoutePattern;
  page: PageModule;
}

/** Static pages that show more than their blocks. */
const ownStaticPages: Partial<Record<StaticPageId, PageModule>> = {
  'account-types': accountTypesPage,
  affiliate: createEnquiryPage('affiliate'),
  careers: careersPage,
  'cfd-asset-list': assetListPage,
  commodities: createMarketPage('commodities'),
  contact: createEnquiryPage('contact'),
  'cookie-disclosure': createFixedLegalPage('cookie-disclosure'),
  crypto: createMarketPage('crypto'),
  error: errorPage,
  'education-center': createCenterPage('education'),
  faqs: faqsPage,
  forex: createMarketPage('forex'),
  'forgot-password': forgotPasswordPage,
  glossary: glossaryPage,
  home: homePage,
  ib: createEnquiryPage('ib'),
  indices: createMarketPage('indices'),
  login: loginPage,
  'news-center': createCenterPage('news'),
  'old-register': oldRegisterPage,
  partners: createEnquiryPage('partners'),
  'privacy-policy': createFixedLegalPage('privacy-policy'),
  register: registerPage,
  stocks: createMarketPage('stocks'),
  tags: tagsPage,
  'trading-hours': tradingHoursPage,
  'trading-tools': tradingToolsPage,
};

const chosenPage = createContentPage();

const parameterisedPages: Record<Exclude<RoutePattern, (typeof staticPaths)[StaticPageId]>, PageModule> = {
  '/news/:slug': createArticlePage('news'),
  '/education/:slug': createArticlePage('education'),
  '/job-post/:slug': jobPage,
  '/news-tags/:slug': createTopicListPage({ kind: 'news', by: 'tag' }),
  '/news-category/:slug': createTopicListPage({ kind: 'news', by: 'category' }),
  '/education-tags/:slug': createTopicListPage({ kind: 'education', by: 'tag' }),
  '/education-category/:slug': createTopicListPage({ kind: 'education', by: 'category' }),
  '/education-authors/:slug': authorPage,
  '/news-center/news': newsListPage,
  '/news-center/news/:id': newsByIdPage,
  '/cfd-asset-list/:symbol': instrumentPage,
  '/glossary/:slug': glossaryTermPage,
  '/legal/:slug': legalDocumentPage,
  '/search': searchPage,
  '/:slug': chosenPage,
  '/:parent/:slug': chosenPage,
};

export const routes: readonly Route[] = [
  ...(Object.entries(staticPaths) as [StaticPageId, RoutePattern][]).map(([id, pattern]) => ({
    pattern,
    page: ownStaticPages[id] ?? createContentPage(id),
  })),
  ...(Object.entries(parameterisedPages) as [RoutePattern, PageModule][]).map(([pattern, page]) => ({ pattern, page })),
];
