/** Restores a version as the draft, after saying what it replaces and what is left out. */
import { useState } from 'react';
import { Box, Button, Dialog, Flex, Typography } from '@strapi/design-system';
import { ConfirmDialog, useAPIErrorHandler, useNotification } from '@strapi/strapi/admin';
import type { LeftOut } from '../server/history';
import { toWords } from './difference';
import { useRestoreMutation } from './ledger-api';
import { useAnswer } from '../../../admin/use-answer';
import { nameLanguage } from '../../../admin/panel-words';
import { useVersionWords, type Row } from './version-words';

export function RestoreButton({ row, onRestored }: { row: Row; onRestored: () => void }) {
  const { say, showTime } = useVersionWords();
  const [restoreRow] = useRestoreMutation();
  const { toggleNotification } = useNotification();
  const { _unstableFormatAPIError: formatError } = useAPIErrorHandler();
  const [open, setOpen] = useState(false);
  const restore = async () => {
    const answer = await restoreRow(row);
    setOpen(false);
    if ('error' in answer)
      return toggleNotification({
        type: 'danger',
        message: formatError(answer.error as Parameters<typeof formatError>[0]),
      });
    toggleNotification({ type: 'success', message: say('restored') });
    return onRestored();
  };
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Trigger>
        <Button variant="tertiary" size="S" aria-label={`${say('restore')}: ${showTime(row)}`}>
          {say('restore')}
        </Button>
      </Dialog.Trigger>
      <ConfirmDialog title={say('restore')} variant="default" onConfirm={restore}>
        {open && <WhatHappens row={row} />}
      </ConfirmDialog>
    </Dialog.Root>
  );
}

function WhatHappens({ row }: { row: Row }) {
  const { say, showTime } = useVersionWords();
  const [answer, failed] = useAnswer<{ left: LeftOut[]; gone: boolean }>(`restore/${row.seq}`);
  const name = ({ kind, name: own }: LeftOut) => toWords(kind === 'component' ? (own.split('.').at(-1) ?? own) : own);
  return (
    <Flex direction="column" alignItems="stretch" gap={3} aria-busy={!answer && !failed}>
      <Typography tag="p">{say(answer?.gone ? 'restore-gone' : 'restore-draft', { time: showTime(row) })}</Typography>
      {row.locale && <Typography tag="p">{say('restore-shared', { language: nameLanguage(row.locale) })}</Typography>}
      {failed && <Typography role="alert">{say('unreadable')}</Typography>}
      {answer && answer.left.length > 0 && (
        <Box>
          <Typography tag="p" fontWeight="bold">
            {say('left-out')}
          </Typography>
          <Box tag="ul" paddingLeft={4} style={{ listStyle: 'disc' }}>
            {answer.left.map((one, index) => (
              <Typography tag="li" key={index}>
                {say(`left.${one.kind}`, { name: name(one) })}
              </Typography>
            ))}
          </Box>
        </Box>
      )}
    </Flex>
  );
}
