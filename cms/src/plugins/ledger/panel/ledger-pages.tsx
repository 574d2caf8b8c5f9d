/** The pages of the ledger: the newest rows of all documents, and the history of one of them. */
import { Route, Routes } from 'react-router-dom';
import { HistoryPage } from './history-page';
import { LedgerPage } from './ledger-page';

export function LedgerPages() {
  return (
    <Routes>
      <Route index element={<LedgerPage />} />
      <Route path=":uid/:documentId" element={<HistoryPage />} />
    </Routes>
  );
}
