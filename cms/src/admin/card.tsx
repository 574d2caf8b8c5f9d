/** A part of a page, beside others where there is room. */
import type { ReactNode } from 'react';
import { Box } from '@strapi/design-system';

interface CardProps {
  /** The width below which it stands alone in its row. */
  width: string;
  /** It takes twice the room of the others. */
  grows?: boolean;
  busy?: boolean;
  children: ReactNode;
}

export function Card({ width, grows = false, busy = false, children }: CardProps) {
  return (
    <Box
      tag="section"
      background="neutral0"
      shadow="tableShadow"
      hasRadius
      padding={5}
      flex={`${grows ? 2 : 1} 1 ${width}`}
      minWidth={0}
      aria-busy={busy}
    >
      {children}
    </Box>
  );
}
