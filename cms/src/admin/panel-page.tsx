/** A page of ours in the panel, with its title and what it is for. */
import type { ReactNode } from 'react';
import { Layouts, Page } from '@strapi/strapi/admin';

interface Props {
  title: string;
  about: string;
  busy?: boolean;
  children: ReactNode;
}

export function PanelPage({ title, about, busy = false, children }: Props) {
  return (
    <Page.Main aria-busy={busy}>
      <Page.Title>{title}</Page.Title>
      <Layouts.Header title={title} subtitle={about} />
      <Layouts.Content>{children}</Layouts.Content>
    </Page.Main>
  );
}
