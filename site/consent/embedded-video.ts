/**
 * A video of another company that waits for consent (R43). `site/blocks/media/Embed.tsx` writes it as attributes of a figure; on the page
 * `site/browser/consent/embeds.ts` finds these figures and inserts the player.
 */
interface EmbeddedVideo {
  provider: keyof typeof videoProviders;
  id: string;
  title: string;
}

/** `player` is the address of the player; iframemanager inserts the id. */
export const videoProviders = {
  youtube: {
    name: 'YouTube',
    page: 'https://www.youtube.com/watch?v=',
    player: 'https://www.youtube-nocookie.com/embed/{data-id}',
  },
} as const;

export const embeddedVideos = '[data-embed]';

/** Builds the attributes of a figure. With `data-consent`, the page loads the scripts of consent. */
export function buildVideoAttributes({ provider, id, title }: EmbeddedVideo) {
  return { 'data-consent': true, 'data-embed': provider, 'data-embed-id': id, 'data-embed-title': title };
}

export function parseVideo({ dataset }: HTMLElement): EmbeddedVideo {
  const { embed, embedId = '', embedTitle = '' } = dataset;
  return { provider: embed as EmbeddedVideo['provider'], id: embedId, title: embedTitle };
}
