/** Which fields hold Markdown, and the editor for them, which is loaded with the first one. */
import { lazy, Suspense, type ComponentProps, type ReactNode } from 'react';
import { InputRenderer } from '@strapi/strapi/admin';
import type { MarkdownKind } from './markdown-toolbar';

const MarkdownInput = lazy(() => import('./markdown-input').then((module) => ({ default: module.MarkdownInput })));

type FieldProps = ComponentProps<typeof MarkdownInput>;
type StrapiProps = ComponentProps<typeof InputRenderer>;

/** The hint below a field says whether its text is Markdown. A schema has no other place for it. */
function findKind(hint: ReactNode): MarkdownKind | null {
  const words = [hint].flat(3).filter((part) => typeof part === 'string');
  if (words.some((text) => /\bline of Markdown\b/.test(text))) return 'line';
  return words.some((text) => /^Markdown\b/m.test(text)) ? 'text' : null;
}

/** Strapi's type of a field that is added knows no properties. */
export function RichTextField(props: object) {
  return (
    <Suspense fallback={null}>
      <MarkdownInput {...(props as FieldProps)} kind="text" />
    </Suspense>
  );
}

/** Texts of blocks are Markdown where they say so; all others stay as Strapi shows them. */
export function TextField(props: object) {
  const field = props as FieldProps;
  const kind = findKind(field.hint);
  if (!kind) return <InputRenderer {...(props as StrapiProps)} />;
  return (
    <Suspense fallback={null}>
      <MarkdownInput {...field} kind={kind} isShort />
    </Suspense>
  );
}
