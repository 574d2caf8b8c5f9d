/**
 * Third-party videos (R43), through iframemanager: the poster is ours; the player loads after a click or with consent, and is removed
 * when consent is withdrawn. Without this module the figure is a picture with a link.
 */
import '../library-html.ts';
import '@orestbida/iframemanager';
import type { ConsentRecord } from '../../consent/consent-record.ts';
import { embeddedVideos, parseVideo, videoProviders } from '../../consent/embedded-video.ts';
import { loadStylesheet } from '../loading/stylesheet.ts';
import embedStyles from './embeds.css?url';
import { fetchConsentTexts } from './fetch-consent-texts.ts';

interface FrameManager {
  run: (config: object) => void;
  reset: (hard: boolean) => void;
  acceptService: (name: string) => void;
  rejectService: (name: string) => void;
}

const getFrameManager = (): FrameManager =>
  (globalThis as typeof globalThis & { iframemanager: () => FrameManager }).iframemanager();
const started = new WeakSet<Element>();
let hasRun = false;

/** Replaces the poster with a slot for the player, in the poster's size, so that nothing moves. */
function makeSlot(figure: HTMLElement): void {
  const poster = figure.querySelector('img');
  const slot = document.createElement('div');
  const { provider, id, title } = parseVideo(figure);
  const thumbnail = poster?.currentSrc || poster?.src || '';
  Object.assign(slot.dataset, { service: provider, id, title, thumbnail, iframeTitle: title });
  if (poster) poster.replaceWith(slot);
  else figure.prepend(slot);
  started.add(figure);
}

/**
 * Starts the players, or removes them, according to the record.
 * @param acceptAll writes the visitor's "always" into the record.
 * @throws when the texts or the stylesheet do not load.
 */
export async function setUpEmbeds(record: ConsentRecord | null, acceptAll: () => Promise<void>): Promise<void> {
  const figures = [...document.querySelectorAll<HTMLElement>(embeddedVideos)];
  const newFigures = figures.filter((figure) => !started.has(figure));
  if (newFigures.length > 0) {
    const [{ embed }] = await Promise.all([fetchConsentTexts(), loadStylesheet(embedStyles)]);
    // iframemanager runs once per document, and a swapped-in page is no new document.
    if (hasRun) getFrameManager().reset(false);
    hasRun = true;
    for (const figure of newFigures) makeSlot(figure);
    getFrameManager().run({
      currLang: 'own',
      onChange: ({ eventSource }: { eventSource: { type: string; action: string } }) => {
        if (eventSource.type === 'click' && eventSource.action === 'accept') void acceptAll();
      },
      services: {
        youtube: {
          embedUrl: videoProviders.youtube.player,
          iframe: {
            allow: 'accelerometer; encrypted-media; gyroscope; picture-in-picture; fullscreen',
            referrerpolicy: 'strict-origin-when-cross-origin',
          },
          languages: { own: { notice: '', loadBtn: embed.load, loadAllBtn: embed.loadAll } },
        },
      },
    });
  }
  if (record?.services['analytics']?.includes('videoEmbed')) getFrameManager().acceptService('youtube');
  else if (record) getFrameManager().rejectService('youtube');
}
