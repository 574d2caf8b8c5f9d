import type { DetailedHTMLProps, HTMLAttributes } from 'react';

declare module 'react' {
  // The only place where the type of a custom element can be declared.
  namespace JSX {
    interface IntrinsicElements {
      'is-land': DetailedHTMLProps<
        HTMLAttributes<HTMLElement> & { 'data-name': string; 'data-load': string; 'data-props': string },
        HTMLElement
      >;
    }
  }
}
