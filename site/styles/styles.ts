/**
 * The one stylesheet of the site. Every page gets the same file, so a visitor loads it once and a page swap by the navigator never
 * waits for styles or shows a block before its styles have loaded.
 *
 * `tokens.css` names the layers and must therefore precede everything that uses one.
 */
import './tokens.css';
import './fonts.css';
import './base.css';
import './prose.css';
import './buttons.css';
import './forms.css';
import './navigation.css';
import './print.css';
import './modules.ts';
