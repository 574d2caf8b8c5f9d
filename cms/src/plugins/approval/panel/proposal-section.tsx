/** A part of a proposal, with its title. */
import { useId, type ReactNode } from 'react';
import { Box, Typography } from '@strapi/design-system';

export function ProposalSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <Box tag="section" aria-labelledby={id} background="neutral0" shadow="tableShadow" hasRadius padding={6}>
      <Box paddingBottom={4}>
        <Typography variant="delta" tag="h2" id={id}>
          {title}
        </Typography>
      </Box>
      {children}
    </Box>
  );
}
