/** Two lists of the page “Find texts”: links that lead nowhere, and where a text is used. Each place leads to its field in the form. */
import type { ReactNode } from 'react';
import { Box, Flex, Link, Typography } from '@strapi/design-system';
import { Link as RouterLink } from 'react-router-dom';
import type { BrokenLink, TextWith } from '../server/broken-links';
import type { TextUses, Use } from '../server/text-uses';
import { nameLanguage, useSay } from '../../../admin/panel-words';
import { fieldFragment } from '../../../admin/jump-to-field';
import { useAnswer } from '../../../admin/use-answer';
import { editAddress } from '../../../setup/localized-document';

export function BrokenLinks() {
  const say = useSay('texts');
  const [answer, failed] = useAnswer<{ found: TextWith<BrokenLink>[]; more: boolean }>('texts/broken-links');
  return (
    <TextList
      summary={answer && say(answer.more ? 'links-more' : 'links-count', { count: answer.found.length })}
      failed={failed}
      found={answer?.found ?? []}
      describe={({ words, address, fault }, locale) => (
        <>
          <Typography tag="p">{words ? `“${words}” → ${address}` : address}</Typography>
          <Typography tag="p" variant="pi">
            {say(`fault.${fault}`, { language: nameLanguage(locale) })}
          </Typography>
        </>
      )}
    />
  );
}

/** @param text `uid/documentId`. */
export function WhereUsed({ text }: { text: string }) {
  const say = useSay('texts');
  const [uid = '', documentId = ''] = text.split('/');
  const [answer, failed] = useAnswer<TextUses>(`texts/uses?${new URLSearchParams({ uid, documentId })}`);
  const count = answer && { count: answer.found.length, name: answer.name };
  return (
    <TextList<Use>
      summary={count && say(answer.more ? 'used-more' : 'used-count', count)}
      failed={failed}
      found={answer?.found ?? []}
      describe={({ by, words }) => (
        <Typography tag="p">{words ? `${say(`by.${by}`)}: ${words}` : say(`by.${by}`)}</Typography>
      )}
    />
  );
}

interface ListProps<Finding> {
  summary: string | undefined;
  failed: boolean;
  found: readonly TextWith<Finding>[];
  describe: (place: Finding, locale: string) => ReactNode;
}

function TextList<Finding extends BrokenLink | Use>({ summary, failed, found, describe }: ListProps<Finding>) {
  const say = useSay('texts');
  return (
    <Flex direction="column" alignItems="stretch" gap={6} aria-busy={!summary && !failed}>
      <Box role="status">
        {failed ? (
          <Typography textColor="danger600">{say('failed')}</Typography>
        ) : (
          <Typography>{summary ?? say('reading')}</Typography>
        )}
      </Box>
      {found.length > 0 && (
        <Box background="neutral0" shadow="tableShadow" hasRadius tag="ul">
          {found.map((text) => (
            <Box
              tag="li"
              key={`${text.uid} ${text.documentId} ${text.locale}`}
              padding={4}
              borderColor="neutral150"
              style={{ overflowWrap: 'anywhere' }}
            >
              <Typography tag="h2" fontWeight="bold">
                {text.locale ? `${text.name}, ${nameLanguage(text.locale)}` : text.name}
              </Typography>
              <ul>
                {text.places.map((place, index) => (
                  <Box tag="li" key={index} paddingTop={2}>
                    <Link tag={RouterLink} to={`${editAddress(text, text.single)}${fieldFragment(place.path)}`}>
                      {place.label}
                    </Link>
                    {place.states.length === 1 && (
                      <Typography
                        variant="pi"
                        textColor="neutral600"
                      >{` · ${say(`only.${place.states[0]}`)}`}</Typography>
                    )}
                    {describe(place, text.locale)}
                  </Box>
                ))}
              </ul>
            </Box>
          ))}
        </Box>
      )}
    </Flex>
  );
}
