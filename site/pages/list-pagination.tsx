/** The pagination of a list that has an address for each of its parts. */
import { Pagination } from '../ui/navigation/Pagination.tsx';
import { usePageContext } from '../ui/page-context.ts';
import { type ListPart, paginationWords } from './list-pages.ts';

export function ListPagination({ total, part }: { total: number; part: ListPart }) {
  const page = usePageContext();
  const address = page.href(page.path);
  return (
    <Pagination
      totalItems={total}
      modelValue={part.page}
      linkUrl={`${address}?page=[page]`}
      firstPageUrl={address}
      {...paginationWords(page)}
    />
  );
}
