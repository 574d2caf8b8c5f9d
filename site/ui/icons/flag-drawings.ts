/** The flags of the languages as paths at 20 x 14, cut down to what reads there: the Union Flag without its counterchange, Spain without its arms. */
import type { Locale } from '../../../content/locales.ts';

interface FlagPath {
  d: string;
  fill?: string;
  stroke?: string;
  strokeWidth?: string;
}

export const flagDrawings: Record<Locale, readonly FlagPath[]> = {
  en: [
    { fill: '#1f3f7f', d: 'M0 0h20v14H0z' },
    { stroke: '#fff', strokeWidth: '2.8', d: 'm0 0 20 14M20 0 0 14' },
    { stroke: '#c32b3c', d: 'm0 0 20 14M20 0 0 14' },
    { stroke: '#fff', strokeWidth: '4.6', d: 'M10 0v14M0 7h20' },
    { stroke: '#c32b3c', strokeWidth: '2.6', d: 'M10 0v14M0 7h20' },
  ],
  es: [{ fill: '#b32032', d: 'M0 0h20v14H0z' }, { fill: '#efba2c', d: 'M0 3.5h20v7H0z' }],
  it: [{ fill: '#fff', d: 'M0 0h20v14H0z' }, { fill: '#1f7a4a', d: 'M0 0h6.7v14H0z' }, { fill: '#c32b3c', d: 'M13.3 0H20v14h-6.7z' }],
};
