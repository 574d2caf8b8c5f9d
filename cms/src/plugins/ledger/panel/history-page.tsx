/** The page of a document's history in one language: its versions, and the difference of any two. */
import { useRef, useState } from 'react';
import { Box, Flex, Link, SingleSelect, SingleSelectOption, Typography } from '@strapi/design-system';
import { BackButton, Layouts, Page } from '@strapi/strapi/admin';
import { Link as RouterLink, useParams, useSearchParams } from 'react-router-dom';
import type { Comparison } from '../server/compare-versions';
import { CompareDates } from './compare-dates';
import { DifferenceView } from './difference-view';
import { Card } from '../../../admin/card';
import { useAnswer } from '../../../admin/use-answer';
import { nameLanguage } from '../../../admin/panel-words';
import { editAddress } from '../../../setup/localized-document';
import { useVersionWords, type Row } from './version-words';
import { VersionList } from './version-list';

export function HistoryPage() {
  const { uid = '', documentId = '' } = useParams();
  const [query, setQuery] = useSearchParams();
  const { say } = useVersionWords();
  const heading = useRef<HTMLHeadingElement>(null);
  const [restored, setRestored] = useState(0);
  const locale = query.get('locale') ?? '';
  const [from, to] = [query.get('from') ?? 'live', query.get('to') ?? 'draft'];
  const question = new URLSearchParams({ uid, documentId, locale });
  const [comparison, failed] = useAnswer<Comparison>(`compare?${question}&${new URLSearchParams({ from, to })}`, [
    restored,
  ]);
  // The last comparison stays on the screen while the next one is read.
  const [known, setKnown] = useState<Comparison>();
  if (comparison && comparison !== known) setKnown(comparison);
  const change = (values: Record<string, string>) => {
    const next = new URLSearchParams(query);
    for (const [name, value] of Object.entries(values)) next.set(name, value);
    setQuery(next);
  };
  /** Goes to the difference, for those who do not see that it changed. */
  const compare = (sides: { from: string; to: string }) => {
    change(sides);
    const top = heading.current?.getBoundingClientRect().top ?? 0;
    heading.current?.focus({ preventScroll: true });
    if (top < 0 || top > window.innerHeight / 2) heading.current?.scrollIntoView();
  };
  if (failed && !known) return <Page.Error />;
  if (!known) return <Page.Loading />;
  const { single, locales, present } = known;
  return (
    <Page.Main>
      <Page.Title>{`${say('title')}: ${known.name}`}</Page.Title>
      <Layouts.Header
        title={known.name || documentId}
        subtitle={`${say('about')} ${say('zone', { zone: Intl.DateTimeFormat().resolvedOptions().timeZone })}`}
        navigationAction={<BackButton fallback="/ledger" />}
        primaryAction={
          <Flex gap={4} wrap="wrap">
            {locales.length > 0 && (
              <SingleSelect
                aria-label={say('language')}
                value={locale || 'en'}
                onChange={(value) => setQuery({ locale: String(value) })}
              >
                {locales.map((code) => (
                  <SingleSelectOption key={code} value={code}>
                    {nameLanguage(code)}
                  </SingleSelectOption>
                ))}
              </SingleSelect>
            )}
            {present ? (
              <Link tag={RouterLink} to={editAddress({ uid, documentId, locale }, single)}>
                {say('form')}
              </Link>
            ) : (
              <Typography textColor="neutral600">{say('not-there')}</Typography>
            )}
          </Flex>
        }
      />
      <Layouts.Content>
        <Flex gap={6} paddingTop={4} alignItems="flex-start" wrap="wrap">
          <Card width="38rem">
            <VersionList
              question={question.toString()}
              from={from}
              to={to}
              compare={compare}
              select={change}
              restored={restored}
              onRestored={() => {
                setRestored(restored + 1);
                compare({ from: 'live', to: 'draft' });
              }}
            />
            <CompareDates compare={compare} />
          </Card>
          <Card width="44rem" grows busy={!comparison}>
            <Typography tag="h2" variant="beta" ref={heading} tabIndex={-1}>
              {say('difference')}
            </Typography>
            <SideName name={say('from')} side={known.from} version={from} />
            <SideName name={say('to')} side={known.to} version={to} />
            {failed ? (
              <Typography role="alert">{say('unreadable')}</Typography>
            ) : (
              <Box paddingTop={4}>
                <DifferenceView uid={uid} comparison={known} />
              </Box>
            )}
          </Card>
        </Flex>
      </Layouts.Content>
    </Page.Main>
  );
}

/** Which version a side of the difference is. */
function SideName({ name, side, version }: { name: string; side: { row?: Row }; version: string }) {
  const { say, nameAction, nameActor, showTime } = useVersionWords();
  const { row } = side;
  const now = version === 'draft' || version === 'live' ? say(`${version}-now`) : say('nothing-live');
  return (
    <Typography tag="p" textColor="neutral600" style={{ overflowWrap: 'anywhere' }}>
      {name}: {row ? `${showTime(row)} · ${nameAction(row)} · ${nameActor(row)}` : now}
    </Typography>
  );
}
