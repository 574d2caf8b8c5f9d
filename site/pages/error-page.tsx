/** `/error` (R03): the error screen as specified, and below it the blocks of its page, which help further. */
import { Blocks } from '../blocks/Blocks.tsx';
import { ErrorScreen } from '../layout/ErrorScreen.tsx';
import { contentPage } from './content-page.tsx';

export const errorPage = contentPage('error', {
  Component: ({ data }) => (
    <>
      <ErrorScreen kind="notFound" message={null} reference={null} />
      <Blocks blocks={data.blocks} />
    </>
  ),
});
