/** Opens the site as of a moment in a tab, and makes a link to it for a phone. */
import { useState } from 'react';
import { Box, Button, Field, Flex, TextInput } from '@strapi/design-system';
import { useFetchClient, useNotification } from '@strapi/strapi/admin';
import type { DayLink } from '../server/day-link';
import { useSay } from '../../../admin/panel-words';
import { describeError } from '../../../setup/describe-error';

/** @param moment ISO time, past or future. @param zone in which the site shows it. @param path an address of the site. */
export function DayLinks({ moment, zone = 'UTC', path = '/' }: { moment: string; zone?: string; path?: string }) {
  const { get } = useFetchClient();
  const { toggleNotification } = useNotification();
  const [link, setLink] = useState('');
  const say = useSay('day');
  const read = async (lasting: boolean) => {
    const query = new URLSearchParams({ moment, zone, path, lasting: String(lasting) });
    return (await get<DayLink>(`/gate/day-link?${query}`)).data.url;
  };
  const tell = (error: unknown) => toggleNotification({ type: 'danger', message: describeError(error) });
  const open = async () => {
    // Opened with the click: browsers block a window that opens after an answer.
    const tab = window.open('');
    try {
      const url = await read(false);
      if (tab) {
        tab.opener = null;
        tab.location.replace(url);
      }
    } catch (error) {
      tab?.close();
      tell(error);
    }
  };
  const copy = async () => {
    try {
      const url = await read(true);
      setLink(url);
      await navigator.clipboard?.writeText(url);
      if (navigator.clipboard) toggleNotification({ type: 'success', message: say('copied') });
    } catch (error) {
      // A browser may refuse the clipboard; the field has the link.
      if (!(error instanceof DOMException)) tell(error);
    }
  };
  return (
    <Flex direction="column" alignItems="stretch" gap={2}>
      <Button variant="secondary" onClick={() => void open()}>
        {say('open')}
      </Button>
      <Button variant="tertiary" onClick={() => void copy()}>
        {say('copy')}
      </Button>
      {link && (
        <Box maxWidth="20rem">
          <Field.Root name="day-link" hint={say('link')}>
            <Field.Label>{say('copy')}</Field.Label>
            <TextInput readOnly value={link} onFocus={({ target }: { target: HTMLInputElement }) => target.select()} />
            <Field.Hint />
          </Field.Root>
        </Box>
      )}
    </Flex>
  );
}
