/** The browsers for which scripts and styles are compiled. */
import { browserslistToTargets } from 'lightningcss';

/** Baseline of early 2024: `light-dark()`, nesting, popover, `details name`. Older browsers get readable HTML. */
const browsers = { chrome: '123', edge: '123', firefox: '125', safari: '17.5' };

export const targets = browserslistToTargets(Object.entries(browsers).map(([name, version]) => `${name} ${version}`));
/** Vite's own minification asks again, in its own words; without it `light-dark()` becomes variables. */
export const cssTarget = Object.entries(browsers).map(([name, version]) => `${name}${version}`);
