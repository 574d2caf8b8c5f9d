/** `/error` (R03): the specified error screen, and below it the blocks of its page. */
import { Blocks } from '../blocks/Blocks.tsx';
import { ErrorScreen } from '../layout/ErrorScreen.tsx';
import { createContentPage } from './content-page.tsx';

export const errorPage = createContentPage('error', {
  head: (_data, { t }) => ({ title: t('notFound.pageTitle') }),
  Component: ({ data }) => (
    <>
      <ErrorScreen kind="notFound" message={null} reference={null} />
      <Blocks blocks={data.blocks} />
    </>
  ),
});
