/** Names of the line icons of the site; an icon field of a document must be one of them. */
export const iconNames = [
  'account', 'alert', 'arrow-right', 'bank', 'bell', 'bitcoin', 'book', 'briefcase', 'calculator', 'calendar', 'candles',
  'chart-line', 'check', 'chevron-down', 'clock', 'close', 'copy', 'document', 'download', 'education', 'external', 'forex',
  'globe', 'gold', 'handshake', 'headset', 'index', 'laptop', 'link', 'lock', 'mail', 'map-pin', 'menu', 'minus', 'news', 'oil',
  'phone', 'percent', 'people', 'scale', 'search', 'server', 'share', 'shield', 'smartphone', 'stocks', 'tools', 'user', 'wallet',
] as const;

export type IconName = (typeof iconNames)[number];
