/** Links to the site as of a moment, for the other plug-ins. */
import { offers } from '../../admin/offers';
import { translate } from '../../admin/panel-words';
import { DayLinks } from './panel/day-links';
import words from './words.json';

export default {
  register() {
    offers.DayLinks = DayLinks;
  },
  registerTrads: translate(words),
};
