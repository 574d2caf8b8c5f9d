/**
 * The whole stylesheet of the site. A document carries the rules that its own page needs (`site/layout/page-style.ts`); the
 * browser loads this file when the page is idle, so that a page swap by the navigator seldom waits for it, and once in a visit.
 *
 * `tokens.css` names the layers and must therefore precede everything that uses one.
 */
import './tokens.css';
import './fonts.css';
import './base.css';
import './prose.css';
import './stacked-table.css';
import './buttons.css';
import './forms.css';
import './navigation.css';
import './print.css';
import './modules.ts';
