/**
 * Address → page module: the table of all routes. A static page without a line here shows only its blocks; a parameterised pattern of
 * `route-patterns.ts` without one does not compile.
 */
import { type RoutePattern, type StaticPageId, staticPaths } from './route-patterns.ts';
import { topicListPage, newsListPage } from './pages/articles/article-list-pages.tsx';
import { articlePage, newsByIdPage } from './pages/articles/article-page.tsx';
import { accountTypesPage } from './pages/costs/account-types-page.tsx';
import { assetListPage } from './pages/instruments/asset-list-page.tsx';
import { authorPage } from './pages/articles/author-page.tsx';
import { careersPage } from './pages/careers-page.tsx';
import { contentPage } from './pages/content-page.tsx';
import { enquiryPage } from './pages/enquiry-form.tsx';
import { faqsPage } from './pages/faqs-page.tsx';
import { forgotPasswordPage } from './pages/account/forgot-password-page.tsx';
import { glossaryPage } from './pages/glossary-page.tsx';
import { instrumentPage } from './pages/instruments/instrument-page.tsx';
import { jobPage } from './pages/job-page.tsx';
import { legalDocumentPage, legalPage } from './pages/legal-page.tsx';
import { loginPage } from './pages/account/login-page.tsx';
import { centerPage } from './pages/articles/news-center.tsx';
import { errorPage } from './pages/error-page.tsx';
import { marketPage } from './pages/market-page.tsx';
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
  affiliate: enquiryPage('affiliate'),
  careers: careersPage,
  'cfd-asset-list': assetListPage,
  commodities: marketPage('commodities'),
  contact: enquiryPage('contact'),
  'cookie-disclosure': legalPage('cookie-disclosure'),
  crypto: marketPage('crypto'),
  error: errorPage,
  'education-center': centerPage('education'),
  faqs: faqsPage,
  forex: marketPage('forex'),
  'forgot-password': forgotPasswordPage,
  glossary: glossaryPage,
  home: homePage,
  ib: enquiryPage('ib'),
  indices: marketPage('indices'),
  login: loginPage,
  'news-center': centerPage('news'),
  'old-register': oldRegisterPage,
  partners: enquiryPage('partners'),
  'privacy-policy': legalPage('privacy-policy'),
  register: registerPage,
  stocks: marketPage('stocks'),
  tags: tagsPage,
  'trading-hours': tradingHoursPage,
  'trading-tools': tradingToolsPage,
};

const parameterisedPages: Record<Exclude<RoutePattern, (typeof staticPaths)[StaticPageId]>, PageModule> = {
  '/news/:slug': articlePage('news'),
  '/education/:slug': articlePage('education'),
  '/job-post/:slug': jobPage,
  '/news-tags/:slug': topicListPage({ kind: 'news', by: 'tag' }),
  '/news-category/:slug': topicListPage({ kind: 'news', by: 'category' }),
  '/education-tags/:slug': topicListPage({ kind: 'education', by: 'tag' }),
  '/education-category/:slug': topicListPage({ kind: 'education', by: 'category' }),
  '/education-authors/:slug': authorPage,
  '/news-center/news': newsListPage,
  '/news-center/news/:id': newsByIdPage,
  '/cfd-asset-list/:symbol': instrumentPage,
  '/legal/:slug': legalDocumentPage,
  '/search': searchPage,
};

export const routes: readonly Route[] = [
  ...(Object.entries(staticPaths) as [StaticPageId, RoutePattern][]).map(([id, pattern]) => ({
    pattern,
    page: ownStaticPages[id] ?? contentPage(id),
  })),
  ...(Object.entries(parameterisedPages) as [RoutePattern, PageModule][]).map(([pattern, page]) => ({ pattern, page })),
];
